package dev.verifyd;

import dev.verifyd.v1.Cell;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Table cells from values, with nothing lost that a check could need. */
final class Cells {
  private Cells() {}

  /** The cell of a value; the other arguments say where it stands, for the error. */
  static Cell cell(Object value, String id, int row, String column) {
    Cell.Builder cell = Cell.newBuilder();
    if (!fill(cell, value)) {
      throw Errors.invalid(
          "rows",
          "query result '%s', row %d, column '%s': a table cell cannot hold a %s; give %s"
              .formatted(id, row, column, value.getClass().getName(), advice(value)));
    }
    return cell.build();
  }

  /** The value of a JDBC column, by its type where drivers have classes of their own for it. */
  static Object read(ResultSet result, int column, int type) throws SQLException {
    return switch (type) {
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.CLOB,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.NCLOB ->
          result.getString(column);
      case Types.DECIMAL, Types.NUMERIC -> result.getBigDecimal(column);
      case Types.DATE -> result.getDate(column);
      case Types.TIME -> result.getTime(column);
      case Types.TIMESTAMP -> result.getTimestamp(column);
      case Types.TIMESTAMP_WITH_TIMEZONE -> result.getObject(column, OffsetDateTime.class);
      default -> result.getObject(column);
    };
  }

  /** Sets a cell, or says that it cannot hold the value. Null leaves it unset, which is NULL. */
  private static boolean fill(Cell.Builder cell, Object value) {
    if (value == null) {
      return true;
    }
    if (value instanceof Boolean truth) {
      cell.setBoolean(truth);
    } else if (value instanceof Number number) {
      return fillNumber(cell, number);
    } else if (value instanceof CharSequence
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof UUID) {
      cell.setText(value.toString());
    } else {
      String date = date(value);
      if (date == null) {
        return false;
      }
      cell.setDate(date);
    }
    return true;
  }

  private static boolean fillNumber(Cell.Builder cell, Number number) {
    if (number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte) {
      cell.setInteger(number.longValue());
    } else if (number instanceof BigInteger large) {
      if (large.bitLength() < Long.SIZE) {
        cell.setInteger(large.longValue());
      } else {
        cell.setDecimal(large.toString());
      }
    } else if (number instanceof BigDecimal decimal) {
      cell.setDecimal(decimal.toString());
    } else if (number instanceof Double || number instanceof Float) {
      // By way of text: 0.1f stands for 0.1, and as a double it is 0.10000000149.
      double value = Double.parseDouble(number.toString());
      if (Double.isFinite(value)) {
        cell.setNumber(value);
      }
    } else {
      return false;
    }
    return true;
  }

  /** A date or time in ISO 8601; null for anything else. */
  private static String date(Object value) {
    if (value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof LocalDateTime
        || value instanceof OffsetTime
        || value instanceof OffsetDateTime
        || value instanceof Instant) {
      return value.toString();
    }
    if (value instanceof ZonedDateTime zoned) {
      return zoned.toOffsetDateTime().toString();
    }
    if (value instanceof java.sql.Date day) {
      return day.toLocalDate().toString();
    }
    if (value instanceof java.sql.Time time) {
      return time.toLocalTime().toString();
    }
    if (value instanceof java.sql.Timestamp timestamp) {
      return timestamp.toLocalDateTime().toString();
    }
    return value instanceof Date date ? date.toInstant().toString() : null;
  }

  private static String advice(Object value) {
    if (value instanceof java.time.temporal.TemporalAmount) {
      return "its seconds or days as a number, and the unit in the column's unit";
    }
    if (value instanceof Iterable<?> || value instanceof Map<?, ?> || value.getClass().isArray()) {
      return "a column of its own for each part";
    }
    return "a number, a text, a date, a time, a boolean or null";
  }
}

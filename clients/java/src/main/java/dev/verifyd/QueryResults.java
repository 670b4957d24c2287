package dev.verifyd;

import com.google.protobuf.ByteString;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.Row;
import dev.verifyd.v1.Rows;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Query results from the data that programs hold.
 *
 * <p>Each method gives a builder, which has the id and the data; the source ({@code setFamily}), a
 * caption ({@code setTitle}) and what is known of the columns ({@code addColumns}) may be added.
 * The id is your name for the query result, unique in a request, without spaces; a text cites it as
 * {@code QID:id}.
 */
public final class QueryResults {
  private QueryResults() {}

  /**
   * A query result from rows by column name, with the columns in the order in which they first
   * appear. A row without a column has NULL there.
   *
   * <p>Values may be null, {@code Boolean}, {@code Byte} to {@code Long}, {@code BigInteger},
   * {@code BigDecimal}, {@code Float}, {@code Double}, texts, {@code UUID}, enums, and dates and
   * times of {@code java.time}, {@code java.sql} and {@code java.util}. Numbers stay exact. NaN and
   * infinities are NULL.
   *
   * @throws InvalidRequestException if a value is of another kind; it says where
   */
  public static QueryResult.Builder fromRows(String id, List<? extends Map<String, ?>> rows) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.keySet()));
    Rows.Builder table = Rows.newBuilder().addAllColumns(columns);
    for (int place = 0; place < rows.size(); place++) {
      Row.Builder row = Row.newBuilder();
      for (String column : columns) {
        row.addCells(Cells.cell(rows.get(place).get(column), id, place, column));
      }
      table.addRows(row);
    }
    return named(id).setRows(table);
  }

  /**
   * A query result from the rest of a JDBC result, which is read to its end and left open. Columns
   * have their labels as names.
   *
   * @throws SQLException if it cannot be read
   * @throws InvalidRequestException if a value is nothing that a table cell can hold; it says where
   */
  public static QueryResult.Builder fromResultSet(String id, ResultSet result) throws SQLException {
    ResultSetMetaData columns = result.getMetaData();
    Rows.Builder table = Rows.newBuilder();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      table.addColumns(columns.getColumnLabel(column));
    }
    while (result.next()) {
      Row.Builder row = Row.newBuilder();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        Object value = Cells.read(result, column, columns.getColumnType(column));
        row.addCells(Cells.cell(value, id, table.getRowsCount(), table.getColumns(column - 1)));
      }
      table.addRows(row);
    }
    return named(id).setRows(table);
  }

  /**
   * A query result from JSON text: a list of objects, or an object of lists.
   *
   * @throws InvalidRequestException if it begins like neither
   */
  public static QueryResult.Builder fromJson(String id, String json) {
    String start = json.stripLeading();
    if (!start.startsWith("[") && !start.startsWith("{")) {
      throw Errors.invalid("json", "query result '" + id + "': the text is not JSON with rows");
    }
    return named(id).setJson(json);
  }

  /** A query result from the bytes of an Arrow IPC stream or file. */
  public static QueryResult.Builder fromArrow(String id, byte[] ipc) {
    return named(id).setArrow(ByteString.copyFrom(ipc));
  }

  private static QueryResult.Builder named(String id) {
    return QueryResult.newBuilder().setQueryId(id);
  }
}

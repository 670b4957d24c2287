package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verifyd.v1.Cell;
import dev.verifyd.v1.Rows;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QueryResultsTest {
  private static Cell cell(Object value) {
    return Cells.cell(value, "q1", 0, "x");
  }

  private static Cell date(String text) {
    return Cell.newBuilder().setDate(text).build();
  }

  private static Cell integer(long value) {
    return Cell.newBuilder().setInteger(value).build();
  }

  private static Cell decimal(String text) {
    return Cell.newBuilder().setDecimal(text).build();
  }

  private static Cell text(String text) {
    return Cell.newBuilder().setText(text).build();
  }

  private static Cell number(double value) {
    return Cell.newBuilder().setNumber(value).build();
  }

  private static final Cell NULL = Cell.getDefaultInstance();

  @Test
  void columnsStandInTheOrderOfTheirFirstAppearance() {
    Rows rows =
        QueryResults.fromRows("q1", List.of(new TreeMap<>(Map.of("b", 1, "c", 2)), Map.of("a", 3)))
            .getRows();
    assertEquals(List.of("b", "c", "a"), rows.getColumnsList());
    assertEquals(List.of(integer(1), integer(2), NULL), rows.getRows(0).getCellsList());
    assertEquals(List.of(NULL, NULL, integer(3)), rows.getRows(1).getCellsList());
  }

  @Test
  void integersStayExact() {
    assertEquals(integer(7), cell((byte) 7));
    assertEquals(integer(Long.MIN_VALUE), cell(Long.MIN_VALUE));
    assertEquals(integer(Long.MAX_VALUE), cell(BigInteger.valueOf(Long.MAX_VALUE)));
    BigInteger large = BigInteger.ONE.shiftLeft(63);
    assertEquals(decimal("9223372036854775808"), cell(large));
    assertEquals(integer(Long.MIN_VALUE), cell(large.negate()));
  }

  @Test
  void decimalsStayExactAndFloatsMeanWhatTheySay() {
    assertEquals(decimal("0.10"), cell(new BigDecimal("0.10")));
    assertEquals(number(0.1), cell(0.1));
    assertEquals(number(0.1), cell(0.1f));
    assertEquals(NULL, cell(Double.NaN));
    assertEquals(NULL, cell(Float.POSITIVE_INFINITY));
    assertEquals(NULL, cell(null));
  }

  @Test
  void textsAndBooleansAreWhatTheyAre() {
    assertEquals(text("42"), cell("42"));
    assertEquals(text("x"), cell('x'));
    assertEquals(text("ERROR"), cell(Severity.ERROR));
    assertEquals(Cell.newBuilder().setBoolean(false).build(), cell(false));
  }

  @Test
  void datesAndTimesAreIso() {
    assertEquals(date("2024-02-29"), cell(LocalDate.of(2024, 2, 29)));
    assertEquals(date("2024-02-29T10:00"), cell(LocalDateTime.of(2024, 2, 29, 10, 0)));
    assertEquals(date("10:30"), cell(LocalTime.of(10, 30)));
    assertEquals(date("1970-01-01T00:00:00Z"), cell(Instant.EPOCH));
    assertEquals(
        date("2024-02-29T10:00:01+01:00"),
        cell(ZonedDateTime.parse("2024-02-29T10:00:01+01:00[Europe/Berlin]")));
    assertEquals(date("2024-02-29"), cell(java.sql.Date.valueOf("2024-02-29")));
    assertEquals(date("10:30"), cell(java.sql.Time.valueOf("10:30:00")));
    assertEquals(date("2024-02-29T10:30"), cell(java.sql.Timestamp.valueOf("2024-02-29 10:30:00")));
    assertEquals(date("1970-01-01T00:00:00Z"), cell(new java.util.Date(0)));
  }

  @Test
  void anythingElseIsAnErrorThatSaysWhere() {
    var rows = List.of(Map.of("ok", 1), Map.of("took", Duration.ofSeconds(1)));
    var error =
        assertThrows(InvalidRequestException.class, () -> QueryResults.fromRows("q1", rows));
    assertEquals(
        "query result 'q1', row 1, column 'took': a table cell cannot hold a java.time.Duration;"
            + " give its seconds or days as a number, and the unit in the column's unit",
        error.getMessage());
    assertThrows(InvalidRequestException.class, () -> cell(new int[] {1}));
    assertThrows(InvalidRequestException.class, () -> cell(Arrays.asList(1, 2)));
    assertThrows(InvalidRequestException.class, () -> cell(new Object()));
  }

  @Test
  void aJdbcResultHasLabelsAndTypes() throws SQLException {
    try (var database = DriverManager.getConnection("jdbc:h2:mem:");
        var statement = database.createStatement();
        var result =
            statement.executeQuery(
                """
                SELECT 'Energy' AS "sector", 1234 AS "employees", CAST(NULL AS INT) AS "left",
                  CAST(15.30 AS DECIMAL(9, 2)) AS "growth", CAST(0.5 AS DOUBLE) AS "share",
                  DATE '2024-02-29' AS "day", TIMESTAMP '2024-02-29 10:30:01' AS "at",
                  TIMESTAMP WITH TIME ZONE '2024-02-29 10:30:01+02:00' AS "zoned", TRUE AS "open",
                  CAST('long' AS CLOB) AS "note", CAST(5000000000 AS BIGINT) AS "large"
                """)) {
      Rows rows = QueryResults.fromResultSet("q1", result).getRows();
      assertEquals(
          List.of(
              "sector",
              "employees",
              "left",
              "growth",
              "share",
              "day",
              "at",
              "zoned",
              "open",
              "note",
              "large"),
          rows.getColumnsList());
      assertEquals(
          List.of(
              text("Energy"),
              integer(1234),
              NULL,
              decimal("15.30"),
              number(0.5),
              date("2024-02-29"),
              date("2024-02-29T10:30:01"),
              date(OffsetDateTime.parse("2024-02-29T10:30:01+02:00").toString()),
              Cell.newBuilder().setBoolean(true).build(),
              text("long"),
              integer(5_000_000_000L)),
          rows.getRows(0).getCellsList());
    }
  }

  @Test
  void aJdbcValueThatNoCellHoldsIsAnError() throws SQLException {
    try (var database = DriverManager.getConnection("jdbc:h2:mem:");
        var statement = database.createStatement();
        var result = statement.executeQuery("SELECT ARRAY[1, 2] AS \"pair\"")) {
      var error =
          assertThrows(
              InvalidRequestException.class, () -> QueryResults.fromResultSet("q1", result));
      assertTrue(error.getMessage().startsWith("query result 'q1', row 0, column 'pair'"));
    }
  }

  @Test
  void jsonTextMustLookLikeJson() {
    assertEquals(" [{}]", QueryResults.fromJson("q1", " [{}]").getJson());
    assertThrows(InvalidRequestException.class, () -> QueryResults.fromJson("q1", "a,b\n1,2"));
  }
}

package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.type.Money;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "10.05, 10, 50000000, 10.05",
    "-0.5, 0, -500000000, -0.5",
    "-1.000000001, -1, -1, -1.000000001",
    "100, 100, 0, 100",
    "+.5, 0, 500000000, 0.5",
    "1.10000000000, 1, 100000000, 1.1",
    "0.00, 0, 0, 0",
    "9223372036854775807.999999999, 9223372036854775807, 999999999, 9223372036854775807.999999999",
  })
  void amountsAreExact(String amount, long units, int nanos, String text) {
    Money money = Amounts.money(amount, "USD");
    assertEquals(
        Money.newBuilder().setCurrencyCode("USD").setUnits(units).setNanos(nanos).build(), money);
    assertEquals(text, Amounts.text(money));
    assertEquals(0, new BigDecimal(amount).compareTo(Amounts.decimal(money)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "ten", "1e3", "1_000", "1,5", "0.0000000001", "9223372036854775808"})
  void anythingElseIsRefused(String amount) {
    assertThrows(InvalidRequestException.class, () -> Amounts.money(amount, "USD"));
  }

  @Test
  void aHugeExponentIsRefusedAtOnce() {
    BigDecimal huge = new BigDecimal("1E+999999999");
    assertThrows(InvalidRequestException.class, () -> Amounts.money(huge, "USD"));
  }
}

package dev.verifyd;

import com.google.type.Money;
import java.math.BigDecimal;

/** Exact amounts of money, as {@code google.type.Money} has them. */
public final class Amounts {
  private static final int PLACES = 9;
  private static final int UNIT_DIGITS = 19;

  private Amounts() {}

  /**
   * An amount with its currency.
   *
   * @param amount a decimal such as {@code 10.05}
   * @param currency such as {@code USD}
   * @throws InvalidRequestException if it is no decimal number, has more than nine decimal places,
   *     or is beyond what 64 bits of units hold
   */
  public static Money money(String amount, String currency) {
    if (!amount.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)")) {
      throw Errors.invalid("amount", "'" + amount + "' is not an amount");
    }
    return money(new BigDecimal(amount), currency);
  }

  /**
   * An amount with its currency.
   *
   * @throws InvalidRequestException if it has more than nine decimal places, or is beyond what 64
   *     bits of units hold
   */
  public static Money money(BigDecimal amount, String currency) {
    if (amount.stripTrailingZeros().scale() > PLACES) {
      throw Errors.invalid("amount", amount + " has more than nine decimal places");
    }
    if (amount.precision() - amount.scale() > UNIT_DIGITS
        || amount.toBigInteger().bitLength() > 63) {
      throw Errors.invalid("amount", amount + " is too large");
    }
    BigDecimal[] parts = amount.divideAndRemainder(BigDecimal.ONE);
    return Money.newBuilder()
        .setCurrencyCode(currency)
        .setUnits(parts[0].longValueExact())
        .setNanos(parts[1].movePointRight(PLACES).intValueExact())
        .build();
  }

  /** An amount, exactly. */
  public static BigDecimal decimal(Money money) {
    return BigDecimal.valueOf(money.getUnits()).add(BigDecimal.valueOf(money.getNanos(), PLACES));
  }

  /** An amount as decimal text, exactly and without zeros at its end. */
  public static String text(Money money) {
    BigDecimal amount = decimal(money);
    return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
  }
}

/** Exact amounts of money, from and to decimal text. */

import { create } from "@bufbuild/protobuf";

import { invalidArgument } from "./errors.js";
import { type Money, MoneySchema } from "./gen/google/type/money_pb.js";

const BILLION = 1_000_000_000n;

/** An amount such as "10.05" in a currency such as "USD"; exact, or an error. */
export function money(amount: string, currencyCode: string): Money {
  const [, sign, whole = "", decimals = ""] = /^([+-]?)(\d*)\.?(\d*)$/.exec(amount) ?? [];
  if (!whole && !decimals) {
    throw invalidArgument("amount", `"${amount}" is not an amount`);
  }
  if (/[1-9]/.test(decimals.slice(9))) {
    throw invalidArgument("amount", `${amount} has more than nine decimal places`);
  }
  const size = BigInt(whole) * BILLION + BigInt(decimals.slice(0, 9).padEnd(9, "0"));
  const nanos = sign === "-" ? -size : size;
  const units = nanos / BILLION;
  if (BigInt.asIntN(64, units) !== units) {
    throw invalidArgument("amount", `${amount} is too large`);
  }
  return create(MoneySchema, { currencyCode, units, nanos: Number(nanos % BILLION) });
}

/** An amount as a decimal number without zeros at its end; "0" where there is none. */
export function amount(given: Pick<Money, "units" | "nanos"> | undefined): string {
  const total = given ? given.units * BILLION + BigInt(given.nanos) : 0n;
  const digits = (total < 0n ? -total : total).toString().padStart(10, "0");
  const decimals = digits.slice(-9).replace(/0+$/, "");
  return `${total < 0n ? "-" : ""}${digits.slice(0, -9)}${decimals && `.${decimals}`}`;
}

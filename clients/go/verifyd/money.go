package verifyd

import (
	"math/big"
	"strings"

	"google.golang.org/genproto/googleapis/type/money"
)

// billion is how many nanos a unit has.
var billion = big.NewInt(1_000_000_000)

// Money is an amount such as "10.05" with its currency, such as "USD". It is exact: an amount with
// more than nine decimal places is an error, and so is one beyond what 64 bits of units hold.
func Money(amount, currency string) (*money.Money, error) {
	value, ok := new(big.Rat).SetString(amount)
	if !ok || strings.Trim(amount, "+-.0123456789") != "" {
		return nil, invalid("amount", "%q is not an amount", amount)
	}
	nanos := new(big.Rat).Mul(value, new(big.Rat).SetInt(billion))
	if !nanos.IsInt() {
		return nil, invalid("amount", "%s has more than nine decimal places", amount)
	}
	units, rest := new(big.Int).QuoRem(nanos.Num(), billion, new(big.Int))
	if !units.IsInt64() {
		return nil, invalid("amount", "%s is too large", amount)
	}
	return &money.Money{
		CurrencyCode: currency, Units: units.Int64(), Nanos: int32(rest.Int64()),
	}, nil
}

// Amount writes an amount exactly, as a decimal number without zeros at its end; "0" of nil.
func Amount(given *money.Money) string {
	total := new(big.Int).Mul(big.NewInt(given.GetUnits()), billion)
	total.Add(total, big.NewInt(int64(given.GetNanos())))
	text := new(big.Rat).SetFrac(total, billion).FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

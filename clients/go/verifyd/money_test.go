package verifyd

import (
	"testing"

	"google.golang.org/genproto/googleapis/type/money"
)

func TestMoneyIsExact(t *testing.T) {
	for given, want := range map[string]string{
		"10": "10", "10.00": "10", "0.10": "0.1", "-0.5": "-0.5", "-15.25": "-15.25", "0": "0",
		"999999999999999.99": "999999999999999.99", "0.000000001": "0.000000001",
	} {
		made, err := Money(given, "USD")
		if err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		if got := Amount(made); got != want || made.CurrencyCode != "USD" {
			t.Errorf("%s: got %s %s", given, got, made.CurrencyCode)
		}
	}
}

func TestSignsOfUnitsAndNanosAgree(t *testing.T) {
	made, err := Money("-1.75", "EUR")
	if err != nil || made.Units != -1 || made.Nanos != -750_000_000 {
		t.Errorf("got %v, %v", made, err)
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	for _, given := range []string{"", "x", "1/3", "1e3", "0x10", "0b10", "0o17", "1_000", "0.0000000001", "1e99",
		"99999999999999999999"} {
		if made, err := Money(given, "USD"); err == nil {
			t.Errorf("%q became %v", given, made)
		}
	}
}

func TestNoAmountIs0(t *testing.T) {
	if got := Amount(nil); got != "0" {
		t.Errorf("got %s", got)
	}
	if got := Amount(&money.Money{Nanos: -5_000_000}); got != "-0.005" {
		t.Errorf("got %s", got)
	}
}

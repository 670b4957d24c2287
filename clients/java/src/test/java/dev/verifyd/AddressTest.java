package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @Test
  void unixSocketsHaveAPath() {
    Address address = Address.parse("unix:///run/verifyd/v.sock");
    assertTrue(address.isUnix());
    assertEquals("/run/verifyd/v.sock", address.place());
    assertEquals("v.sock", Address.parse("unix:v.sock").place());
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://example.com:443, example.com, 443",
    "localhost:50051, localhost, 50051",
    "tcp://[::1]:50051, [::1], 50051",
  })
  void tcpHasAHostAndAPort(String text, String host, int port) {
    Address address = Address.parse(text);
    assertFalse(address.isUnix());
    assertEquals(host, address.place());
    assertEquals(port, address.port());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unix:",
        "unix:///",
        "http://a:1",
        "tcp://a",
        "tcp://a:b",
        "tcp://:1",
        "tcp://a:65536",
        "tcp://a/b:1",
        "a:1:2"
      })
  void anythingElseIsRefused(String text) {
    var error = assertThrows(InvalidRequestException.class, () -> Address.parse(text));
    assertEquals("ARGUMENT_INVALID", error.reason());
  }

  @Test
  void aBarePathHasAHint() {
    var error = assertThrows(InvalidRequestException.class, () -> Address.parse("/run/v.sock"));
    assertTrue(error.getMessage().endsWith("did you mean unix:///run/v.sock?"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://10.0.0.1:1", "tcp://127.evil.com:1", "tcp://localhost.evil.com:1"})
  void noTokenCrossesANetworkInClear(String text) {
    var builder = VerifydClient.builder().address(text).token("secret");
    var error = assertThrows(InvalidRequestException.class, builder::build);
    assertTrue(error.getMessage().contains("in clear"));
    builder.tls(Tls.system()).build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"unix:///v.sock", "tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1"})
  void aTokenMayStayOnTheMachine(String text) {
    VerifydClient.builder().address(text).token("secret").build().close();
  }
}

package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetsTest {
  private static dev.verifyd.v1.Span bytes(int start, int end) {
    return dev.verifyd.v1.Span.newBuilder().setStart(start).setEnd(end).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "é 42", "🦉 42 🦉", "42 € für 🦉🦉", "a🦉", "\uD83E 42"})
  void everyCharacterIsFoundByItsBytes(String text) {
    Offsets offsets = new Offsets(text);
    for (int start = 0; start < text.length(); start = text.offsetByCodePoints(start, 1)) {
      int end = text.offsetByCodePoints(start, 1);
      int first = text.substring(0, start).getBytes(StandardCharsets.UTF_8).length;
      int after = text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
      Span span = offsets.span(bytes(first, after));
      assertEquals(new Span(start, end), span);
      assertEquals(text.substring(start, end), offsets.slice(span));
    }
  }

  @Test
  void placesOutsideTheTextEndWithIt() {
    Offsets offsets = new Offsets("🦉 42");
    assertEquals(new Span(3, 5), offsets.span(bytes(5, 99)));
    assertEquals(new Span(5, 5), offsets.span(bytes(-1, -1))); // 2^32 - 1 on the wire
    assertEquals("", offsets.slice(offsets.span(bytes(6, 2))));
  }
}

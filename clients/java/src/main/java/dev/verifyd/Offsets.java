package dev.verifyd;

/** Translates places of a text from bytes of its UTF-8 form to indices of its {@code String}. */
final class Offsets {
  private final String text;

  /** The index at which the character of each byte begins; null where all are one byte long. */
  private final int[] indices;

  Offsets(String text) {
    this.text = text;
    int bytes = 0;
    for (int index = 0; index < text.length(); index += units(text, index)) {
      bytes += bytes(text, index);
    }
    this.indices = bytes == text.length() ? null : new int[bytes];
    if (indices != null) {
      fill();
    }
  }

  private void fill() {
    int next = 0;
    for (int index = 0; index < text.length(); index += units(text, index)) {
      for (int left = bytes(text, index); left > 0; left--) {
        indices[next++] = index;
      }
    }
  }

  private static int units(String text, int index) {
    return Character.charCount(text.codePointAt(index));
  }

  /** The length in UTF-8; half a surrogate pair is sent as a question mark. */
  private static int bytes(String text, int index) {
    int code = text.codePointAt(index);
    if (code < 0x80 || (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE)) {
      return 1;
    }
    return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }

  private int index(int offset) {
    int length = indices == null ? text.length() : indices.length;
    if (offset < 0 || offset >= length) { // unsigned on the wire
      return text.length();
    }
    return indices == null ? offset : indices[offset];
  }

  Span span(dev.verifyd.v1.Span bytes) {
    int start = index(bytes.getStart());
    return new Span(start, Math.max(start, index(bytes.getEnd())));
  }

  String slice(Span span) {
    return text.substring(span.start(), span.end());
  }
}

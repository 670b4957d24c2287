package dev.verifyd;

/** Words of a text in a line for people, quoted as the server's messages quote them. */
final class Quotes {
  private Quotes() {}

  /** A text in single quotes, or in double ones where it has single ones only. */
  static String quoted(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder().append(quote);
    text.codePoints().forEach(code -> out.append(escaped(code, quote)));
    return out.append(quote).toString();
  }

  private static String escaped(int code, char quote) {
    return switch (code) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\\' -> "\\\\";
      default -> {
        if (code == quote) {
          yield "\\" + quote;
        }
        if (code == ' ' || isVisible(code)) {
          yield Character.toString(code);
        }
        String form = code <= 0xFF ? "\\x%02x" : code <= 0xFFFF ? "\\u%04x" : "\\U%08x";
        yield form.formatted(code);
      }
    };
  }

  private static boolean isVisible(int code) {
    return switch (Character.getType(code)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** A text on one line, cut after a word where it has more code points than are shown. */
  static String shortened(String text, int most) {
    String line = text.strip().replaceAll("(?U)\\s+", " ");
    if (line.codePointCount(0, line.length()) <= most) {
      return line;
    }
    int cut = line.offsetByCodePoints(0, most - 1);
    int end = line.charAt(cut) == ' ' ? cut : Math.max(line.lastIndexOf(' ', cut), 0);
    return line.substring(0, end) + "…";
  }
}

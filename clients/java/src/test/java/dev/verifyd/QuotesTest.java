package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuotesTest {
  @Test
  void textsAreQuotedAsInTheMessagesOfTheServer() {
    assertEquals("'1,324 🦉'", Quotes.quoted("1,324 🦉"));
    assertEquals("\"it's\"", Quotes.quoted("it's"));
    assertEquals("'it\\'s \"so\"'", Quotes.quoted("it's \"so\""));
    assertEquals("'a\\n\\t\\\\\\x00\\xa0\\u200b'", Quotes.quoted("a\n\t\\\0\u00a0\u200b"));
  }

  @Test
  void longTextsAreCutAfterAWord() {
    assertEquals("one two", Quotes.shortened(" one\n two ", 7));
    assertEquals("one…", Quotes.shortened("one two three", 7));
    assertEquals("one two…", Quotes.shortened("one two three", 8));
    assertEquals("…", Quotes.shortened("onetwothree", 7));
  }
}

package dev.verifyd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server listens.
 *
 * @param text the address as the caller wrote it
 * @param place the path of the Unix socket, or the TCP host
 * @param port the TCP port; -1 for a Unix socket
 */
record Address(String text, String place, int port) {
  private static final int UNIX_PORT = -1;
  private static final Pattern UNIX = Pattern.compile("unix:(?://)?(?<path>.*[^/].*)");
  private static final Pattern TCP =
      Pattern.compile("(?:tcp://)?(?<host>\\[[^\\[\\]/]+]|[^:/]+):(?<port>\\d{1,5})");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  /** Where a server listens without an address in its settings. */
  static String defaultText() {
    String folder = System.getenv("XDG_RUNTIME_DIR");
    return "unix://"
        + (folder == null || folder.isEmpty() ? "/run" : folder)
        + "/verifyd/verifyd.sock";
  }

  static Address parse(String text) {
    Matcher unix = UNIX.matcher(text);
    if (unix.matches()) {
      return new Address(text, unix.group("path"), UNIX_PORT);
    }
    Matcher tcp = TCP.matcher(text);
    if (tcp.matches() && Integer.parseInt(tcp.group("port")) <= 65535) {
      return new Address(text, tcp.group("host"), Integer.parseInt(tcp.group("port")));
    }
    String hint = text.startsWith("/") ? "; did you mean unix://" + text + "?" : "";
    throw Errors.invalid(
        "address", "'" + text + "' is not an address: unix:///path.sock or tcp://host:port" + hint);
  }

  boolean isUnix() {
    return port == UNIX_PORT;
  }

  /** Whether nobody but this machine sees what is sent. */
  boolean isLocal() {
    return isUnix() || LOOPBACK.matcher(place).matches();
  }
}

package dev.verifyd;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.file.Path;

/**
 * How to trust the server, and who the caller is. All are PEM files.
 *
 * @param ca certificates that the server's must be signed by; the system's where null
 * @param certificate the caller's certificate chain, where the server asks for one; else null
 * @param key its private key; null without a certificate
 * @param serverName the name in the server's certificate, where it is not the address; else null
 */
public record Tls(Path ca, Path certificate, Path key, String serverName) {

  /** TLS with the certificates that the system trusts. */
  public static Tls system() {
    return new Tls(null, null, null, null);
  }

  /** TLS with the certificates of one file. */
  public static Tls trusting(Path ca) {
    return new Tls(ca, null, null, null);
  }

  /** The same with a certificate of the caller's own. */
  public Tls withCertificate(Path certificate, Path key) {
    return new Tls(ca, certificate, key, serverName);
  }

  /** The same for a server whose certificate has another name than its address. */
  public Tls withServerName(String serverName) {
    return new Tls(ca, certificate, key, serverName);
  }

  ChannelCredentials credentials() {
    TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
    try {
      if (ca != null) {
        builder.trustManager(ca.toFile());
      }
      if (certificate != null || key != null) {
        if (certificate == null || key == null) {
          throw Errors.invalid("tls", "a client certificate and its key go together");
        }
        builder.keyManager(certificate.toFile(), key.toFile());
      }
    } catch (IOException error) {
      throw Errors.invalid("tls", "cannot read a file of tls: " + error.getMessage());
    }
    return builder.build();
  }
}

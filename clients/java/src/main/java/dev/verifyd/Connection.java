package dev.verifyd;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.stub.MetadataUtils;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.ThreadFactory;

/** The connection to one server. It is made with the first call. */
final class Connection implements AutoCloseable {
  private static final int MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final ThreadFactory THREADS = new DefaultThreadFactory("verifyd", true);

  private final String address;
  private final ManagedChannel channel;
  private final Runnable release;

  private Connection(String address, ManagedChannel channel, Runnable release) {
    this.address = address;
    this.channel = channel;
    this.release = release;
  }

  /**
   * A connection.
   *
   * @param token the caller's token, or null
   * @param tls how to trust the server, or null for none
   */
  static Connection open(Address address, String token, Tls tls) {
    return open(address, token, tls, Epoll.isAvailable());
  }

  /** The same, by Linux's own sockets or by those of the JDK, which every system has. */
  static Connection open(Address address, String token, Tls tls, boolean epoll) {
    if (token != null && tls == null && !address.isLocal()) {
      throw Errors.invalid(
          "token", "the token would cross the network in clear: give tls for " + address.text());
    }
    ChannelCredentials credentials =
        tls == null ? InsecureChannelCredentials.create() : tls.credentials();
    Runnable release = () -> {};
    NettyChannelBuilder builder;
    if (address.isUnix()) {
      EventLoopGroup loop =
          epoll ? new EpollEventLoopGroup(1, THREADS) : new NioEventLoopGroup(1, THREADS);
      release = loop::shutdownGracefully;
      builder = unix(address, credentials, epoll).eventLoopGroup(loop);
    } else {
      builder = NettyChannelBuilder.forAddress(address.place(), address.port(), credentials);
    }
    if (tls != null && tls.serverName() != null) {
      builder.overrideAuthority(tls.serverName());
    }
    return new Connection(address.text(), build(builder, token), release);
  }

  private static NettyChannelBuilder unix(
      Address address, ChannelCredentials credentials, boolean epoll) {
    SocketAddress socket =
        epoll
            ? new DomainSocketAddress(address.place())
            : UnixDomainSocketAddress.of(address.place());
    return NettyChannelBuilder.forAddress(socket, credentials)
        .channelType(epoll ? EpollDomainSocketChannel.class : NioDomainSocketChannel.class)
        .withOption(ChannelOption.SO_KEEPALIVE, null) // set by gRPC; not an option of Unix sockets
        .overrideAuthority("localhost");
  }

  private static ManagedChannel build(NettyChannelBuilder builder, String token) {
    if (token != null) {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + token);
      builder.intercept(MetadataUtils.newAttachHeadersInterceptor(headers));
    }
    return builder
        .directExecutor() // nothing that blocks runs in a callback of this client
        .disableRetry() // it tries again itself
        .disableServiceConfigLookUp()
        .maxInboundMessageSize(MAX_RESPONSE_BYTES)
        .build();
  }

  String address() {
    return address;
  }

  ManagedChannel channel() {
    return channel;
  }

  <A, B> ClientCall<A, B> newCall(MethodDescriptor<A, B> method, Deadline deadline) {
    return channel.newCall(method, CallOptions.DEFAULT.withDeadline(deadline));
  }

  /** Do not wait any longer before connecting again: gRPC waits a second after a failure. */
  void reconnect() {
    channel.resetConnectBackoff();
  }

  void checkOpen() {
    if (channel.isShutdown()) {
      throw new IllegalStateException("the client is closed");
    }
  }

  /** Ends the connection and the calls that are under way. */
  @Override
  public void close() {
    channel.shutdownNow();
    release.run();
  }
}

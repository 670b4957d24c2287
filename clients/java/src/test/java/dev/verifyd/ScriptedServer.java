package dev.verifyd;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.verifyd.v1.EvidenceServiceGrpc;
import dev.verifyd.v1.PutQueryResultRequest;
import dev.verifyd.v1.PutQueryResultResponse;
import dev.verifyd.v1.PutSourceRequest;
import dev.verifyd.v1.PutSourceResponse;
import dev.verifyd.v1.VerifyRequest;
import dev.verifyd.v1.VerifyResponse;
import dev.verifyd.v1.VerifyServiceGrpc;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server on a Unix socket that fails as it is told: no real one can be made to. */
final class ScriptedServer implements AutoCloseable {
  /**
   * How the next calls of Verify end, in order; one without a failure never ends. After them all
   * are answered.
   */
  final Queue<Optional<StatusFailure>> script = new ConcurrentLinkedQueue<>();

  final List<VerifyRequest> verified = Collections.synchronizedList(new ArrayList<>());
  final List<List<PutQueryResultRequest>> uploads = Collections.synchronizedList(new ArrayList<>());
  final List<PutSourceRequest> sources = Collections.synchronizedList(new ArrayList<>());
  final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
  final CountDownLatch begun = new CountDownLatch(1);
  final CountDownLatch cancelled = new CountDownLatch(1);

  private final EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Server server;

  /** A failure as verifyd tells it. */
  record StatusFailure(Code code, String reason, String handle, Duration retryAfter) {
    static StatusFailure of(Code code, String reason) {
      return new StatusFailure(code, reason, "", Duration.ZERO);
    }

    RuntimeException exception() {
      var info = ErrorInfo.newBuilder().setDomain("verifyd").setReason(reason);
      info.putMetadata("handle", handle);
      var delay = com.google.protobuf.Duration.newBuilder().setSeconds(retryAfter.toSeconds());
      var status =
          com.google.rpc.Status.newBuilder()
              .setCode(code.getNumber())
              .addDetails(Any.pack(info.build()))
              .addDetails(Any.pack(RetryInfo.newBuilder().setRetryDelay(delay).build()));
      return StatusProto.toStatusRuntimeException(status.build());
    }
  }

  ScriptedServer(Path socket) throws IOException {
    server =
        NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toString()))
            .channelType(EpollServerDomainSocketChannel.class)
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .withChildOption(ChannelOption.SO_KEEPALIVE, null) // not one of Unix sockets
            .executor(threads)
            .intercept(new Tokens())
            .addService(new Verifying())
            .addService(new Storing())
            .build()
            .start();
  }

  void fail(Code code, String reason) {
    script.add(Optional.of(StatusFailure.of(code, reason)));
  }

  void hang() {
    script.add(Optional.empty());
  }

  ByteString uploaded(int number) {
    return uploads.get(number).stream()
        .map(PutQueryResultRequest::getChunk)
        .reduce(ByteString.EMPTY, ByteString::concat);
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow().awaitTermination();
    threads.shutdown();
    threads.awaitTermination(60, TimeUnit.SECONDS);
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
  }

  private final class Tokens implements ServerInterceptor {
    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
        ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
      String token =
          headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
      tokens.add(String.valueOf(token));
      return next.startCall(call, headers);
    }
  }

  private final class Verifying extends VerifyServiceGrpc.VerifyServiceImplBase {
    @Override
    public void verify(VerifyRequest request, StreamObserver<VerifyResponse> answer) {
      verified.add(request);
      var next = script.poll();
      if (next == null) {
        answer.onNext(VerifyResponse.getDefaultInstance());
        answer.onCompleted();
      } else if (next.isPresent()) {
        answer.onError(next.get().exception());
      } else {
        Context.current().addListener(context -> cancelled.countDown(), Runnable::run);
        begun.countDown();
      }
    }
  }

  private final class Storing extends EvidenceServiceGrpc.EvidenceServiceImplBase {
    @Override
    public StreamObserver<PutQueryResultRequest> putQueryResult(
        StreamObserver<PutQueryResultResponse> answer) {
      List<PutQueryResultRequest> parts = new ArrayList<>();
      return new StreamObserver<>() {
        @Override
        public void onNext(PutQueryResultRequest part) {
          parts.add(part);
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
          uploads.add(parts);
          answer.onNext(
              PutQueryResultResponse.newBuilder()
                  .setHandle("h-" + parts.get(0).getHeader().getQueryId())
                  .build());
          answer.onCompleted();
        }
      };
    }

    @Override
    public void putSource(PutSourceRequest request, StreamObserver<PutSourceResponse> answer) {
      sources.add(request);
      answer.onNext(
          PutSourceResponse.newBuilder().setHandle("h-" + request.getSource().getId()).build());
      answer.onCompleted();
    }
  }
}

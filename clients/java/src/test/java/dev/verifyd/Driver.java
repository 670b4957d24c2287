package dev.verifyd;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.verifyd.v1.DeleteEvidenceRequest;
import dev.verifyd.v1.DeleteEvidenceResponse;
import dev.verifyd.v1.GetEvidenceRequest;
import dev.verifyd.v1.GetEvidenceResponse;
import dev.verifyd.v1.ListChecksResponse;
import dev.verifyd.v1.PutQueryResultResponse;
import dev.verifyd.v1.PutSourceRequest;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.VerifyRequest;
import dev.verifyd.v1.VerifyServiceGrpc;
import dev.verifyd.v1.VerifyToolCallRequest;
import dev.verifyd.v1.VerifyTranscriptRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the calls that standard input names, a line of JSON each, and answers with a line each. */
final class Driver {
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();
  private static final int WARM_UP = 20;

  private final Map<String, VerifydClient> clients = new HashMap<>();

  public static void main(String[] arguments) throws IOException {
    Driver driver = new Driver();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        out.println(GSON.toJson(driver.answer(JsonParser.parseString(line).getAsJsonObject())));
      } catch (RuntimeException | IOException broken) {
        System.err.println("driver: " + broken);
        System.exit(1);
      }
    }
    driver.clients.values().forEach(VerifydClient::close);
  }

  private JsonObject answer(JsonObject line) throws IOException {
    String request = line.has("request") ? line.get("request").toString() : "{}";
    JsonObject answer = new JsonObject();
    try {
      VerifydClient client = client(line);
      switch (line.get("method").getAsString()) {
        case "Verify" ->
            verify(client, line, read(request, VerifyRequest.newBuilder()).build(), answer);
        case "VerifyTranscript" -> {
          var found =
              client.verifyTranscript(read(request, VerifyTranscriptRequest.newBuilder()).build());
          add(answer, found.raw(), plain(found));
        }
        case "VerifyToolCall" -> {
          var found =
              client.verifyToolCall(read(request, VerifyToolCallRequest.newBuilder()).build());
          add(answer, found.raw(), plain(found));
        }
        case "Measure" ->
            measure(client, line, read(request, VerifyRequest.newBuilder()).build(), answer);
        default ->
            answer.add(
                "response", json(respond(client, line.get("method").getAsString(), request)));
      }
    } catch (VerifydException error) {
      JsonObject about = new JsonObject();
      about.addProperty("kind", error.getClass().getSimpleName().replaceFirst("Exception$", ""));
      about.addProperty("code", error.code());
      about.addProperty("reason", error.reason());
      about.add("metadata", GSON.toJsonTree(error.metadata()));
      answer.add("error", about);
    }
    return answer;
  }

  private VerifydClient client(JsonObject line) {
    String address = line.get("address").getAsString();
    String token = line.has("token") ? line.get("token").getAsString() : null;
    VerifydClient client =
        clients.computeIfAbsent(
            address + " " + token,
            key -> VerifydClient.builder().address(address).token(token).build());
    return line.has("timeout_s")
        ? client.withTimeout(Duration.ofMillis((long) (line.get("timeout_s").getAsDouble() * 1e3)))
        : client;
  }

  private static Message respond(VerifydClient client, String method, String request)
      throws IOException {
    return switch (method) {
      case "ListChecks" ->
          ListChecksResponse.newBuilder().addAllChecks(client.listChecks()).build();
      case "GetEvidence" -> {
        var info = client.getEvidence(read(request, GetEvidenceRequest.newBuilder()).getHandle());
        yield GetEvidenceResponse.newBuilder().setInfo(info).build();
      }
      case "DeleteEvidence" -> {
        client.deleteEvidence(read(request, DeleteEvidenceRequest.newBuilder()).getHandle());
        yield DeleteEvidenceResponse.getDefaultInstance();
      }
      case "PutSource" ->
          stored(client.putSource(read(request, PutSourceRequest.newBuilder()).getSource()));
      case "Put" -> stored(client.put(read(request, QueryResult.newBuilder()).build()));
      default -> pass(client, method, request);
    };
  }

  /** What both uploads answer; their messages have the same fields. */
  private static Message stored(Handle handle) {
    return PutQueryResultResponse.newBuilder()
        .setHandle(handle.id())
        .setInfo(handle.info())
        .setAlreadyPresent(handle.alreadyPresent())
        .build();
  }

  /** A method of outcomes or reviews: each takes a message and gives one. */
  private static Message pass(VerifydClient client, String method, String request)
      throws IOException {
    String name = Character.toLowerCase(method.charAt(0)) + method.substring(1);
    try {
      for (Method face : VerifydClient.class.getMethods()) {
        if (face.getName().equals(name)) {
          Class<?> kind = face.getParameterTypes()[0];
          var builder = (Message.Builder) kind.getMethod("newBuilder").invoke(null);
          return (Message) face.invoke(client, read(request, builder).build());
        }
      }
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof VerifydException error) {
        throw error;
      }
      throw new IOException(failed.getCause());
    } catch (ReflectiveOperationException broken) {
      throw new IOException(broken);
    }
    throw new IOException("no method " + method);
  }

  private static void verify(
      VerifydClient client, JsonObject line, VerifyRequest request, JsonObject answer)
      throws IOException {
    List<Handle> handles = new ArrayList<>();
    if (line.has("put")) {
      for (JsonElement result : line.getAsJsonArray("put")) {
        handles.add(client.put(read(result.toString(), QueryResult.newBuilder()).build()));
      }
    }
    if (line.has("drop") && line.get("drop").getAsBoolean()) {
      handles.forEach(handle -> client.deleteEvidence(handle.id()));
    }
    Report report = client.verify(request, handles.toArray(Handle[]::new));
    add(answer, report.raw(), plain(report));
  }

  private static void add(JsonObject answer, Message response, Map<String, Object> report)
      throws IOException {
    answer.add("response", json(response));
    answer.add("report", GSON.toJsonTree(report));
  }

  private static Map<String, Object> plain(TranscriptReport found) {
    return fields(
        "decision", found.decision(),
        "action", found.action(),
        "released", found.released(),
        "feedback", found.feedback(),
        "report", found.report().map(Driver::plain).orElse(null),
        "tool_calls", found.toolCalls().stream().map(Driver::plain).toList());
  }

  private static Map<String, Object> plain(ToolCallReport one) {
    return fields(
        "message_index", one.messageIndex(),
        "call_id", one.callId(),
        "tool", one.tool(),
        "report", plain(one.report()));
  }

  private static Map<String, Object> plain(Report report) {
    return fields(
        "decision", report.decision(),
        "action", report.action(),
        "released", report.released(),
        "feedback", report.feedback(),
        "repaired", report.repaired(),
        "failures", report.failures().stream().map(Driver::plain).toList(),
        "findings", report.findings().stream().map(Driver::plain).toList(),
        "bindings", report.bindings().stream().map(Driver::plain).toList());
  }

  private static Map<String, Object> plain(CheckFailure one) {
    return fields("check", one.check(), "reason", one.reason());
  }

  private static Map<String, Object> plain(Finding one) {
    return fields(
        "check", one.check(),
        "code", one.code(),
        "severity", one.severity(),
        "verdict", one.verdict(),
        "message", one.message(),
        "text", one.text(),
        "start", one.span().start(),
        "end", one.span().end(),
        "replacement", one.repair().map(Repair::replacement).orElse(null));
  }

  private static Map<String, Object> plain(Binding one) {
    return fields(
        "text", one.text(),
        "start", one.span().start(),
        "end", one.span().end(),
        "matched", one.matched(),
        "verdict", one.verdict(),
        "grade", one.grade(),
        "source", one.source().orElse(""),
        "location", one.location().orElse(""));
  }

  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int place = 0; place < namesAndValues.length; place += 2) {
      fields.put((String) namesAndValues[place], namesAndValues[place + 1]);
    }
    return fields;
  }

  /** Warm calls through the generated stub and through the client, in turns, in milliseconds. */
  private static void measure(
      VerifydClient client, JsonObject line, VerifyRequest request, JsonObject answer) {
    Address address = Address.parse(line.get("address").getAsString());
    int count = line.get("count").getAsInt();
    try (Connection connection = Connection.open(address, null, null)) {
      var stub = VerifyServiceGrpc.newBlockingStub(connection.channel());
      List<Runnable> ways = List.of(() -> stub.verify(request), () -> client.verify(request));
      double[][] times = new double[2][count];
      for (int turn = -WARM_UP; turn < count; turn++) {
        for (int way = 0; way < 2; way++) {
          long start = System.nanoTime();
          ways.get(way).run();
          if (turn >= 0) {
            times[way][turn] = (System.nanoTime() - start) / 1e6;
          }
        }
      }
      answer.add("stub_ms", GSON.toJsonTree(percentiles(times[0])));
      answer.add("face_ms", GSON.toJsonTree(percentiles(times[1])));
    }
  }

  private static double[] percentiles(double[] times) {
    Arrays.sort(times);
    return new double[] {times[times.length / 2], times[(int) (times.length * 0.95)]};
  }

  private static <B extends Message.Builder> B read(String json, B builder)
      throws InvalidProtocolBufferException {
    JsonFormat.parser().merge(json, builder);
    return builder;
  }

  private static JsonElement json(Message message) throws InvalidProtocolBufferException {
    return JsonParser.parseString(
        JsonFormat.printer().omittingInsignificantWhitespace().print(message));
  }
}

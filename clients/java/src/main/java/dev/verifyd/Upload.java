package dev.verifyd;

import com.google.protobuf.ByteString;
import dev.verifyd.v1.EvidenceFormat;
import dev.verifyd.v1.PutQueryResultHeader;
import dev.verifyd.v1.PutQueryResultRequest;
import dev.verifyd.v1.PutQueryResultResponse;
import dev.verifyd.v1.QueryResult;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;

/** Sends a query result in pieces, as fast as the connection takes them. */
final class Upload
    implements ClientResponseObserver<PutQueryResultRequest, PutQueryResultResponse> {
  private static final int CHUNK_BYTES = 1024 * 1024;

  private final StreamObserver<PutQueryResultResponse> answer;
  private final PutQueryResultHeader header;
  private final ByteString data;
  private boolean begun;
  private int sent;

  Upload(QueryResult result, StreamObserver<PutQueryResultResponse> answer) {
    this.answer = answer;
    this.header = header(result);
    this.data = data(result);
  }

  private static PutQueryResultHeader header(QueryResult result) {
    PutQueryResultHeader.Builder header =
        PutQueryResultHeader.newBuilder()
            .setQueryId(result.getQueryId())
            .setFamily(result.getFamily())
            .setTitle(result.getTitle())
            .addAllColumns(result.getColumnsList())
            .addAllControlTotals(result.getControlTotalsList())
            .setFormat(
                switch (result.getDataCase()) {
                  case ARROW -> EvidenceFormat.EVIDENCE_FORMAT_ARROW;
                  case JSON -> EvidenceFormat.EVIDENCE_FORMAT_JSON;
                  default -> EvidenceFormat.EVIDENCE_FORMAT_ROWS;
                });
    if (result.hasAsOf()) {
      header.setAsOf(result.getAsOf());
    }
    if (result.hasExpiresAt()) {
      header.setExpiresAt(result.getExpiresAt());
    }
    if (result.hasRowCount()) {
      header.setRowCount(result.getRowCount());
    }
    if (result.hasRowLimit()) {
      header.setRowLimit(result.getRowLimit());
    }
    return header.build();
  }

  private static ByteString data(QueryResult result) {
    return switch (result.getDataCase()) {
      case ARROW -> result.getArrow();
      case JSON -> result.getJsonBytes();
      default -> result.getRows().toByteString();
    };
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<PutQueryResultRequest> call) {
    call.setOnReadyHandler(() -> send(call));
  }

  private void send(ClientCallStreamObserver<PutQueryResultRequest> call) {
    while (call.isReady() && sent <= data.size()) {
      if (!begun) {
        begun = true;
        call.onNext(PutQueryResultRequest.newBuilder().setHeader(header).build());
      } else if (sent < data.size()) {
        int end = Math.min(sent + CHUNK_BYTES, data.size());
        call.onNext(PutQueryResultRequest.newBuilder().setChunk(data.substring(sent, end)).build());
        sent = end;
      } else {
        sent = data.size() + 1;
        call.onCompleted();
      }
    }
  }

  @Override
  public void onNext(PutQueryResultResponse response) {
    answer.onNext(response);
  }

  @Override
  public void onError(Throwable failure) {
    answer.onError(failure);
  }

  @Override
  public void onCompleted() {
    answer.onCompleted();
  }
}

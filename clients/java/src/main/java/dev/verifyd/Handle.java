package dev.verifyd;

import dev.verifyd.v1.EvidenceInfo;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Evidence that was uploaded in advance. It keeps the data, so that {@code verify} can upload it
 * again where the server has dropped it.
 */
public final class Handle {
  private final String id;
  private final EvidenceInfo info;
  private final boolean alreadyPresent;
  private final Function<Operation, CompletableFuture<Handle>> put;

  Handle(
      String id,
      EvidenceInfo info,
      boolean alreadyPresent,
      Function<Operation, CompletableFuture<Handle>> put) {
    this.id = id;
    this.info = info;
    this.alreadyPresent = alreadyPresent;
    this.put = put;
  }

  /** What names the evidence in a request. */
  public String id() {
    return id;
  }

  /** What the server stored. */
  public EvidenceInfo info() {
    return info;
  }

  /** Whether the server had it already. */
  public boolean alreadyPresent() {
    return alreadyPresent;
  }

  CompletableFuture<Handle> putAgain(Operation operation) {
    return put.apply(operation);
  }

  @Override
  public String toString() {
    return "Handle[" + id + "]";
  }
}

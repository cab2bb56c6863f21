/**
 * What servers tell each other while they run. Messages are JSON and may be lost with a connection, so nothing that has to last travels here:
 * that is rows and samples in the stores.
 */
export interface Messages {
  /** To every server that hears the subject now, this one as well. While the connection is cut it is dropped. */
  send(subject: string, message: unknown): void;
  /** Answers the function that ends it. */
  hear<Message>(subject: string, heard: (message: Message) => void): () => void;
  /** Resolves when whatever is sent from now on is heard where `hear` was called before, or after a moment where the connection is cut. */
  settled(): Promise<void>;
  /** The same for bytes, which are valid during the call: of very many values JSON would be slow. */
  sendBytes(subject: string, bytes: Uint8Array): void;
  /** Answers the function that ends it. */
  hearBytes(subject: string, heard: (bytes: Uint8Array) => void): () => void;
  /**
   * Asks one of the servers that answer the subject. Undefined, at once: none does, or the connection is cut. Rejects where no answer comes
   * in time; the question may have been heard then.
   */
  ask<Answer>(subject: string, question: unknown, timeoutMs: number): Promise<Answer | undefined>;
  /** Answers the function that ends it. Where `work` rejects, no answer is sent. */
  answer<Question, Answer>(subject: string, work: (question: Question) => Promise<Answer>): () => void;
  /** Hears that messages were lost, because the connection was cut and is back. Answers the function that ends it. */
  onGap(heard: () => void): () => void;
  /** The connection is cut: what is asked now reaches nobody. */
  isCut(): boolean;
  stop(): Promise<void>;
}

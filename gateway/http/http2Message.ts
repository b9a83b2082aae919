// HTTP/2 requests and answers that behave like those of HTTP/1.1, so that other code need not know the difference.
import type { IncomingHttpHeaders } from 'node:http';
import { Http2ServerRequest, Http2ServerResponse, type ServerHttp2Stream } from 'node:http2';
import type { ReadableOptions } from 'node:stream';

/** A request whose body ends with an error if the client aborts. Node's own ends as if it were complete. */
export class Http2Request extends Http2ServerRequest {
  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ReadableOptions,
    rawHeaders: readonly string[],
  ) {
    super(stream, toHttp1Headers(headers, stream.endAfterHeaders), options, rawHeaders);
    this.on('error', () => undefined); // readers get the error, and without a reader it must not end the process
    const breakOff = () => {
      if (!stream.endAfterHeaders && !stream.readableEnded) this.destroy(brokenOff());
    };
    stream.once('aborted', breakOff);
    stream.prependOnceListener('close', breakOff); // before Node's own listener, which ends the body
  }

  /** Ends the request on the wire too, as destroying an HTTP/1.1 request ends its connection. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.stream.closed && !this.readableEnded) this.stream.destroy(error ?? brokenOff());
    callback(error);
  }
}

/** An answer that reports a disconnected client, and whose abort does not look like a complete end. */
export class Http2Response extends Http2ServerResponse<Http2Request> {
  /** Sends an error code: without an error, Node sends the code of a successful end. */
  override destroy(error: Error = brokenOff()): this {
    return super.destroy(error);
  }
}

const answerGetter = (get: (stream: ServerHttp2Stream) => boolean): PropertyDescriptor => ({
  get(this: Http2Response): boolean {
    return get(this.stream);
  },
});
Object.defineProperties(Http2Response.prototype, {
  closed: answerGetter((stream) => stream.destroyed),
  destroyed: answerGetter((stream) => stream.destroyed),
  // Node ends the writable side of a stream that its client has cancelled.
  writableFinished: answerGetter((stream) => stream.writableFinished && !stream.aborted),
});

/**
 * The headers in their HTTP/1.1 form: `:authority` becomes the host (RFC 9113 §8.3.1), and other names with a colon are
 * left out. A body of unknown length is marked as chunked: a relay that assumed no body would send its bytes as another
 * request.
 */
function toHttp1Headers(headers: IncomingHttpHeaders, hasNoBody: boolean): IncomingHttpHeaders {
  const http1 = Object.create(null) as IncomingHttpHeaders;
  for (const [name, value] of Object.entries(headers)) {
    Object.defineProperty(http1, name, {
      value,
      enumerable: !name.startsWith(':'),
      writable: true,
      configurable: true,
    });
  }
  const authority = headers[':authority'];
  if (typeof authority === 'string') http1.host = authority;
  if (!hasNoBody && headers['content-length'] === undefined) http1['transfer-encoding'] = 'chunked';
  return http1;
}

const brokenOff = (): Error => Object.assign(new Error('the connection was interrupted'), { code: 'ECONNRESET' });

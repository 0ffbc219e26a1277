import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { close, listen } from "./local-server";

const assembleSchema = z.object({ chunks: z.array(z.string()), version: z.string().nullish() });

export interface ArtifactSink {
  url: string;
  /** Returns the chunks that sentry-cli has uploaded, as one buffer. Together, the chunks form archives. */
  bytes: () => Buffer;
  /**
   * Returns the release names that sentry-cli sent when it asked the server to assemble the uploaded chunks into
   * archives.
   */
  readReleases: () => string[];
  /** The Authorization header of each request. */
  readAuthorizations: () => string[];
  stop: () => Promise<void>;
}

/** Starts a server with the part of Sentry's API that sentry-cli needs to upload files. */
export async function startArtifactSink(): Promise<ArtifactSink> {
  const uploadedParts: Buffer[] = [];
  const releases: string[] = [];
  const authorizations: string[] = [];
  let url = "";

  function respond(path: string, method: string, body: Buffer): object {
    if (path.includes("/chunk-upload/") && method === "GET")
      return {
        url: `${url}/api/0/organizations/club/chunk-upload/`,
        chunkSize: 8_388_608,
        chunksPerRequest: 64,
        maxFileSize: 2_147_483_648,
        maxRequestSize: 33_554_432,
        concurrency: 1,
        hashAlgorithm: "sha1",
        compression: [],
        accept: ["release_files", "artifact_bundles", "artifact_bundles_v2", "sources"],
      };
    if (path.includes("/chunk-upload/")) {
      uploadedParts.push(body);
      return {};
    }
    if (path.includes("/assemble/")) {
      const { chunks, version } = assembleSchema.parse(JSON.parse(body.toString()));
      if (version) releases.push(version);
      const uploadedText = Buffer.concat(uploadedParts).toString("latin1");
      const missingChunks = chunks.filter((checksum) => !uploadedText.includes(checksum));
      return { state: missingChunks.length > 0 ? "not_found" : "ok", missingChunks };
    }
    return { version: createHash("sha1").update(path).digest("hex"), projects: [] };
  }

  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization ?? "");
    void buffer(request).then((body) => {
      const text = JSON.stringify(respond(request.url ?? "", request.method ?? "", body));
      response.setHeader("Content-Type", "application/json").end(text);
    });
  });
  const port = await listen(server);
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    bytes: () => Buffer.concat(uploadedParts),
    readReleases: () => releases,
    readAuthorizations: () => authorizations,
    stop: () => close(server),
  };
}

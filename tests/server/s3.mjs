// A small object store for tests, which speaks as much of S3 as Pincite uses. Objects are kept in memory. It prints its address,
// and runs until its input ends.

import { createServer } from 'node:http';
import { stdin, stdout } from 'node:process';

const objects = new Map();
const uploads = new Map();

async function body(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What a request is answered: a status, and a text or bytes. */
async function answered(request, { pathname, searchParams }) {
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=ann/')) return [403, ''];
  const upload = searchParams.get('uploadId');
  switch (request.method) {
    case 'POST': {
      if (upload === null) {
        uploads.set(pathname, []);
        return [200, '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'];
      }
      await body(request);
      objects.set(pathname, Buffer.concat(uploads.get(pathname)));
      return [200, '<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>'];
    }
    case 'PUT': {
      const bytes = await body(request);
      if (upload === null) objects.set(pathname, bytes);
      else uploads.get(pathname)[Number(searchParams.get('partNumber')) - 1] = bytes;
      return [200, ''];
    }
    default:
      return objects.has(pathname) ? [200, objects.get(pathname)] : [404, ''];
  }
}

const server = createServer(async (request, response) => {
  const [status, content] = await answered(request, new URL(request.url, 'http://localhost'));
  const headers = { etag: '"1"', 'content-length': content.length, 'last-modified': 'Sat, 28 Nov 2026 12:00:00 GMT' };
  response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : content);
});
server.listen(0, '127.0.0.1', () => stdout.write(`http://127.0.0.1:${server.address().port}\n`));
stdin.resume().on('end', () => process.exit());

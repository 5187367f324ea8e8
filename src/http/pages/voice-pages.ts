import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { VoiceRecord } from '../../domain/records.ts';
import { voiceMediaPath } from '../../domain/voices/voices.ts';
import { defaultWorldName } from '../../worlds/world-name.ts';
import type { LocatedResponse } from '../exchange.ts';
import { createPageRouter } from './pages.ts';
import { voicePortrait, voiceTone } from './voice-media.ts';

/** Finds a voice of a world. */
type FindVoice = (world: string, id: string) => VoiceRecord | undefined;

/**
 * What a voice sounds and looks like, for the pages of any app to load: an `<img>` and an `<audio>` send neither a token
 * nor the name of a world, so all that they need is in the address.
 */
export function createVoicePages(find: FindVoice): Router {
  const router = createPageRouter();
  const serve = (type: string, make: (voice: VoiceRecord) => Buffer) => (request: Request, response: Response) => {
    const { locals }: LocatedResponse = response;
    const id = String(request.params['id']);
    const voice = find(locals.worldName ?? defaultWorldName, id);
    response.set(headers);
    if (voice !== undefined) {
      sendFile(request, response, type, make(voice));
      return;
    }
    response.status(404).type('text/plain');
    response.send(`There is no voice ${JSON.stringify(id)}.\n`);
  };
  router.get(`${voiceMediaPath}/:id/sample.wav`, serve('audio/wav', voiceTone));
  router.get(
    `${voiceMediaPath}/:id/portrait.svg`,
    serve('image/svg+xml', (voice) => Buffer.from(voicePortrait(voice))),
  );
  return router;
}

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/** Sends a file, or the part of it that is asked for: a browser's player asks for parts. */
function sendFile(request: Request, response: Response, type: string, file: Buffer): void {
  const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
  response.set({ etag, 'cache-control': 'public, max-age=3600', 'accept-ranges': 'bytes' }).type(type);
  const condition = request.headers['if-range'];
  const asked =
    condition === undefined || condition === etag ? request.range(file.length, { combine: true }) : undefined;
  if (asked === -1) {
    response.status(416).set('content-range', `bytes */${file.length}`).end();
    return;
  }
  const [part, ...others] = Array.isArray(asked) && asked.type === 'bytes' ? asked : [];
  // Parts in several pieces nobody asks for in earnest: the whole is an answer to them too.
  if (part === undefined || others.length > 0) {
    response.send(file);
    return;
  }
  response.status(206).set('content-range', `bytes ${part.start}-${part.end}/${file.length}`);
  response.send(file.subarray(part.start, part.end + 1));
}

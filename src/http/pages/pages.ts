import { createRequire } from 'node:module';
import type * as ExpressModule from 'express';
import type { Router } from 'express';

/** A router for pages, which are read alone: other methods pass on, OPTIONS too, which Express would answer itself. */
export function createPageRouter(): Router {
  const express = createRequire(import.meta.url)('express') as typeof ExpressModule.default;
  return express.Router({ strict: true }).use((request, _response, next) => {
    next(request.method === 'GET' || request.method === 'HEAD' ? undefined : 'router');
  });
}

/**
 * The headers of a page of the mock: nothing but the mock's own files may run, it talks to the mock alone, and no page
 * may frame it. The console draws icons from data addresses.
 * @param more directives beside these
 */
export function pageHeaders(...more: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

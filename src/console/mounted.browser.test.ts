import express from 'express';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { listen, type ListeningServer } from '../http/listening-server.ts';
import { connectChromium } from '../testing/chromium.ts';

let mock: Mock;
let server: ListeningServer;
let browser: Browser;
beforeAll(async () => {
  [mock, browser] = await Promise.all([createMock(), connectChromium()]);
  server = await listen(express().use('/platform', mock.app), { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await mock.close();
});

it.each(['/platform/', '/platform', '/platform/__mock/docs'])(
  'works at %s, below a path of another server',
  async (path) => {
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${server.url}${path}`);
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Start here').click();
    await page.getByText(`${server.url}/platform/api/v1/global`).first().waitFor();
    expect(failed).toEqual([]);
    await page.close();
  },
);

import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import type { Place } from '../../src/deployment/transport.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { isAlike, isRefused, messageOf } from './answers.ts';

/** What lies beside the operations. */
export const addressExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'addresses that are not documented',
      effect: 'none',
      decides: ['addresses.unknown.text', 'errors.shape.addresses'],
      refusals: ['addresses.unknown'],
    },
    async (api, findings) => {
      const near = ['getAgent', 'listVoices'] as const;
      const places = near.map((operation) => api.places.get(operation)).filter((place) => place !== undefined);
      const answers: CheckedAnswer[] = [];
      for (const place of places)
        answers.push(await api.call('verifyToken', { place: { ...place, path: `${place.path}x` } }));
      const [one, other] = answers;
      if (one === undefined || other === undefined) return;
      const isNamed = places.every((place, index) => nameless(answers[index], place).includes(place.path));
      const isPlain = messageOf(one) === 'Not Found' && isAlike(one, other);
      const isOwn = !isNamed && !isPlain && isAlike(one, other) && typeof messageOf(one) === 'string';
      if (isOwn) findings.hidden(['addresses.unknown.text'], 'the message is always the same, one of its own');
      else findings.decide('addresses.unknown.text', isNamed ? 'nearest' : isPlain ? 'plain' : undefined, one);
      findings.refused('addresses.unknown', one, other);
    },
  ),
  experiment(
    {
      title: 'documented addresses, asked with another method',
      effect: 'none',
      decides: ['addresses.method.answer'],
      refusals: ['addresses.method'],
    },
    async (api, findings) => {
      const answers: CheckedAnswer[] = [];
      for (const operation of ['verifyToken', 'createAgent'] as const) {
        const place = api.places.get(operation);
        if (place !== undefined) answers.push(await api.call('verifyToken', { place: { ...place, method: 'GET' } }));
      }
      const [one, other] = answers;
      if (one === undefined || other === undefined) return;
      const unknown = await api.call('verifyToken', {
        place: { prefix: 'base_url', path: '/no-such-address', method: 'GET' },
      });
      const isOther = one.status === 405 && one.headers['allow'] !== undefined;
      const isUnknown = isRefused(one) && one.status === unknown.status && one.status !== 405;
      const decided = isOther ? 'method-not-allowed' : isUnknown ? 'not-found' : undefined;
      findings.decide('addresses.method.answer', decided, one);
      if (isOther) findings.refused('addresses.method', one, other);
      else if (isUnknown)
        findings.hidden(['addresses.method.message', 'addresses.method.code'], 'it is an unknown address');
    },
  ),
];

/** A message without the address that was asked. */
function nameless(answer: CheckedAnswer | undefined, { path }: Place): string {
  return answer === undefined ? '' : String(messageOf(answer)).replace(`${path}x`, '');
}

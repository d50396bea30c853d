import { expect, it, vi } from 'vitest';
import { fetchRest, later } from './later';

it('leaves a module alone until it is wanted, or all else is there', async () => {
  const load = vi.fn(() => Promise.resolve('page'));
  const get = later(load);
  expect(load).not.toHaveBeenCalled();
  expect(await get()).toBe('page');
  await fetchRest();
  expect(load).toHaveBeenCalledTimes(2); // the browser itself fetches a module once
  await fetchRest();
  expect(load).toHaveBeenCalledTimes(2);
});

it('fetches also what comes with what came, and goes on past what fails', async () => {
  const inner = vi.fn(() => Promise.resolve());
  later(() => Promise.reject(new Error('gone')));
  later(() => {
    later(inner);
    return Promise.resolve();
  });
  await fetchRest();
  expect(inner).toHaveBeenCalledOnce();
});

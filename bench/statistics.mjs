export function median(values) {
  return percentile(
    [...values].sort((one, other) => one - other),
    50,
  );
}

/** @param ascending the values in order */
export function percentile(ascending, percent) {
  const place = ((ascending.length - 1) * percent) / 100;
  const below = ascending[Math.floor(place)] ?? NaN;
  const above = ascending[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place % 1);
}

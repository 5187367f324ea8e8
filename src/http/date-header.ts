/** Prints times as HTTP does, by the second: most requests come in the same one as the request before. */
export function createDatePrinter(): (time: Date) => string {
  let printed = { second: NaN, text: '' };
  return (time) => {
    const second = Math.floor(time.getTime() / 1000);
    if (second !== printed.second) printed = { second, text: time.toUTCString() };
    return printed.text;
  };
}

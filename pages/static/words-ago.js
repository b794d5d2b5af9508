// How long ago something was.
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  now: 'just now', minutes: (number) => `${count(number, 'minute', 'minutes')} ago`,
  hours: (number) => `${count(number, 'hour', 'hours')} ago`,
};

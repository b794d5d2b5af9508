// The words of what is told one thing after another.
export const words = {
  title: 'One thing after another', of: (at, all) => `${at} of ${all}`,
  back: 'Back', next: 'Next', done: 'Done', close: 'Stop telling it one by one',
};

// The words of the menu of a table and of the link to a match.
export const words = {
  title: 'Menu', theme: 'Colours', speed: 'Moves of others', keys: 'Keys', oneTap: 'One tap plays a card',
  keysOn: 'Keys 1 to 9 answer, M opens more, H hand, L log, Z map, N tells the next thing, ? help',
  share: 'Link to this match', copy: 'Copy',
  copied: 'Copied', shareOpen: 'Whoever opens this link can take a seat.',
    shareRunning: 'Whoever opens this link can watch.',
  devices: 'Play on another device', replay: 'Replay', audit: 'Audit', lobby: 'Lobby', rules: 'Rules',
    help: 'How to play',
    report: 'Report a step',
  themes: { system: 'as the system', light: 'light', dark: 'dark', contrast: 'high contrast' },
  speeds: { slow: 'slow', normal: 'normal', fast: 'fast', off: 'at once' },

  reporting: {
    title: 'Report a step', step: 'Step', remark: 'What is wrong with it?', save: 'Save the report',
    saved: 'The report is saved as a file.',
    what: 'Saves a file with which the step can be played again. Send it to whoever looks after the rules.',
    running: 'It tells only what you may know: all that is hidden from you is drawn anew.',
    over: 'The match is over, so it tells everything.',
  },
};

// Style sheets that few need during play: they come with what they are for, and are there before it is shown.
const coming = new Map();

export function addStyles(name) {
  if (!coming.has(name)) {
    const { href } = document.querySelector('link[rel=stylesheet]');
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, href).href;
    const isHere = [...document.styleSheets].some((one) => one.href === link.href);
    coming.set(name, isHere ? Promise.resolve() : new Promise((done) => {
      link.onload = done;
      link.onerror = () => { coming.delete(name); done(); }; // plain, but readable; asked for again the next time
      document.head.append(link);
    }));
  }
  return coming.get(name);
}

// JSON Patch (RFC 6902), applied without touching what it is applied to: unchanged parts are shared.

const parts = (path) => path.split('/').slice(1).map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

export function valueAt(document_, path) {
  return parts(path).reduce((value, part) => value[part], document_);
}

function changed(value, keys, edit) {
  if (!keys.length) return edit(value);
  const [key, ...rest] = keys;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  copy[key] = changed(copy[key], rest, edit);
  return copy;
}

function put(document_, path, value, isAdd) {
  const keys = parts(path);
  if (!keys.length) return value;
  const last = keys.pop();
  return changed(document_, keys, (holder) => {
    if (Array.isArray(holder)) {
      const copy = holder.slice();
      if (isAdd) copy.splice(last === '-' ? copy.length : Number(last), 0, value);
      else copy[last] = value;
      return copy;
    }
    return { ...holder, [last]: value };
  });
}

function removed(document_, path) {
  const keys = parts(path);
  const last = keys.pop();
  return changed(document_, keys, (holder) => {
    if (Array.isArray(holder)) return holder.filter((_, at) => at !== Number(last));
    const { [last]: _gone, ...rest } = holder;
    return rest;
  });
}

export function applied(document_, patch) {
  let now = document_;
  for (const { op, path, value, from } of patch) {
    if (op === 'add') now = put(now, path, value, true);
    else if (op === 'replace') now = put(now, path, value, false);
    else if (op === 'remove') now = removed(now, path);
    else if (op === 'move') { const moved = valueAt(now, from); now = put(removed(now, from), path, moved, true); }
    else if (op === 'copy') now = put(now, path, valueAt(now, from), true);
  }
  return now;
}

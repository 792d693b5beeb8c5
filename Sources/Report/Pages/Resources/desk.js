// The clip editor of a video's page: your changes become overrides in a file to save.
function startDesk({ data, clips, clock, all, source }) {
  const desk = document.getElementById('desk');
  if (!desk) {
    for (const button of all('[data-keep]')) button.hidden = true;
    return;
  }
  const part = (name) => document.getElementById(`desk-${name}`);
  const facts = data.desk, reach = 12;
  // Play times as wishes are written: a colon always, no needless zeros.
  const written = (time) => {
    const ms = Math.round(time * 1000), whole = Math.floor(ms / 1000);
    const rest = ms % 1000 ? `.${String(ms % 1000).padStart(3, '0').replace(/0+$/, '')}` : '';
    const two = (value) => String(value).padStart(2, '0');
    const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    return (h ? `${h}:${two(m)}` : `${m}`) + `:${two(s)}${rest}`;
  };
  const span = (edit) => `${written(edit.start)}-${written(edit.end)}`;

  let state = { edits: {}, kept: [] };
  const says = [['keep', 'always'], ['never', 'never']], before = [];
  let chosen = clips[0];
  const remember = () => {
    before.push(JSON.stringify(state));
  };
  const edit = (clip) => state.edits[clip.rank]
    || { start: clip.start, end: clip.end, look: '', say: '', title: '' };
  const change = (clip, what) => {
    state.edits[clip.rank] = { ...edit(clip), ...what };
    render();
  };

  const wishes = () => {
    const list = [];
    for (const clip of clips) {
      const now = edit(clip);
      if (now.say) list.push(`${now.say} ${span(now)}`);
      else {
        const moved = [['start', now.start, clip.start], ['end', now.end, clip.end]]
          .filter((edge) => Math.abs(edge[1] - edge[2]) > 0.0005)
          .map((edge) => ` ${edge[0]} ${written(edge[1])}`).join('');
        if (moved) list.push(`move ${written(clip.near)}${moved}`);
      }
      if (now.look && now.say !== 'never') {
        list.push(now.say ? `frame ${span(now)} ${now.look}`
          : `frame ${written(clip.near)} ${now.look}`);
      }
      if (now.title && now.say !== 'never') {
        list.push(`title ${written(clip.near)} ${now.title}`);
      }
    }
    for (const letter of state.kept) {
      const refusal = data.refusals.find((one) => one.letter === letter);
      list.push(`always ${written(refusal.start)}-${written(refusal.end)}`);
    }
    return list.filter((wish) => !facts.wishes.includes(wish));
  };

  const stills = ['first', 'last'].map((name) => {
    const box = part(name), film = source && document.createElement('video');
    const image = document.createElement('img'), window = document.createElement('div');
    const still = { box, film, image, window };
    // Where the page has no source, or the browser cannot play it, a still of the clip
    // stands for both.
    const stand = () => {
      still.film = null;
      image.alt = '';
      box.replaceChildren(image, window);
      box.nextElementSibling.textContent = `window of the ${name} frame, on a still of the clip`;
    };
    window.className = 'window';
    if (film) {
      film.muted = true;
      film.preload = 'metadata';
      film.tabIndex = -1;
      film.setAttribute('aria-label', `${name} frame`);
      film.addEventListener('error', () => { stand(); render(); });
      film.src = source.src;
      box.append(film, window);
    } else stand();
    return still;
  });
  const place = (clip, index) => {
    const end = clip.ends[index] || {};
    const at = /^x ([\d.]+)|^y ([\d.]+)/.exec(edit(clip).look);
    return [
      at && at[1] ? Number(at[1]) / facts.picture[0] : end.x || 0,
      at && at[2] ? Number(at[2]) / facts.picture[1] : end.y || 0,
    ];
  };
  const track = part('track');
  const bar = document.createElement('div');
  bar.className = 'bar';
  const handles = ['start', 'end'].map((name) => {
    const handle = document.createElement('div');
    handle.tabIndex = 0;
    handle.className = 'handle';
    handle.setAttribute('role', 'slider');
    handle.id = `desk-${name}`;
    return handle;
  });
  const range = (clip) => [
    Math.max(0, clip.start - reach), Math.min(data.duration, clip.end + reach),
  ];
  const across = (clip, time) => {
    const [low, high] = range(clip);
    return `${(100 * (time - low)) / (high - low)}%`;
  };

  const buttons = clips.map((clip) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `clip ${clip.rank}`;
    button.addEventListener('click', () => { choose(clip); });
    part('clips').append(button);
    return button;
  });
  const choose = (clip) => {
    chosen = clip;
    const [low, high] = range(clip);
    track.replaceChildren(bar, ...handles);
    for (const time of facts.snaps.filter((one) => low < one && one < high)) {
      const tick = document.createElement('i');
      tick.style.left = across(clip, time);
      track.prepend(tick);
    }
    handles.forEach((handle, index) => {
      handle.setAttribute('aria-label', `${index ? 'end' : 'start'} of clip ${clip.rank}`);
      handle.setAttribute('aria-valuemin', low);
      handle.setAttribute('aria-valuemax', high);
      handle.setAttribute('aria-disabled', Boolean(clip.fixed));
    });
    render();
  };
  const renderClip = (clip) => {
    const now = edit(clip), times = [now.start, now.end];
    buttons.forEach((button, index) => {
      button.setAttribute('aria-pressed', clips[index] === clip);
    });
    [bar.style.left, bar.style.right] = [
      across(clip, now.start), `calc(100% - ${across(clip, now.end)})`,
    ];
    const length = (now.end - now.start).toFixed(1);
    part('span').textContent = `${clock(now.start)} to ${clock(now.end)} · ${length} s`
      + (clip.fixed ? ' · a person’s own seconds: take that wish back to change them' : '');
    bar.classList.toggle('gone', now.say === 'never');
    handles.forEach((handle, index) => {
      handle.style.left = across(clip, times[index]);
      handle.setAttribute('aria-valuenow', times[index]);
      handle.setAttribute('aria-valuetext', clock(times[index]));
    });
    stills.forEach((still, index) => {
      const [x, y] = place(clip, index);
      // A film that was never sought shows nothing, so that even its start is sought.
      // A time is rounded, perhaps to before its frame.
      if (still.film) still.film.currentTime = times[index] + (index ? -0.04 : 0.002);
      else if (clip.still) still.image.src = clip.still;
      still.box.style.aspectRatio = `${facts.picture[0]} / ${facts.picture[1]}`;
      still.window.hidden = ['layout fit', 'layout stack', 'layout wide'].includes(now.look)
        || (!('x' in (clip.ends[index] || {})) && !now.look);
      still.window.style.left = `${100 * x}%`;
      still.window.style.top = `${100 * y}%`;
      still.window.style.width = `${(100 * facts.window[0]) / facts.picture[0]}%`;
      still.window.style.height = `${(100 * facts.window[1]) / facts.picture[1]}%`;
    });
    for (const [name, word] of says) {
      part(name).setAttribute('aria-pressed', now.say === word);
      part(name).disabled = Boolean(clip.fixed);
    }
    part('look').value = /^[xy] /.test(now.look) ? 'window' : now.look;
    part('title').value = now.title;
    part('title').placeholder = clip.title || facts.title || '';
  };
  const render = () => {
    part('one').hidden = !chosen;
    if (chosen) renderClip(chosen);
    for (const button of all('[data-keep]')) {
      button.setAttribute('aria-pressed', state.kept.includes(button.dataset.keep));
    }
    const list = wishes();
    part('changes').replaceChildren(...list.map((wish) => {
      const item = document.createElement('li');
      item.textContent = wish;
      return item;
    }));
    part('none').hidden = list.length > 0;
    part('undo').disabled = before.length === 0;
    part('apply').hidden = part('save').hidden = list.length === 0;
    const name = `wishes-${data.id}.json`, save = part('save');
    part('command').textContent = /^[\w.-]+$/.test(name)
      ? `gazecut wish --apply ${name}`
      : `gazecut wish --apply '${name.replaceAll("'", "'\\''")}'`;
    save.textContent = `save ${name}`;
    save.download = name;
    const file = { schema: 'gazecut.wishes/1', video: data.id, wishes: list };
    save.href = 'data:application/json,' + encodeURIComponent(JSON.stringify(file) + '\n');
  };

  // The nearest cut, cue or pause within eight pixels draws an end to itself.
  const snapped = (time, within) => {
    const near = facts.snaps.reduce((best, one) =>
      (Math.abs(one - time) < Math.abs(best - time) ? one : best), Infinity);
    return Math.abs(near - time) <= within ? near : Math.round(time * 10) / 10;
  };
  const moved = (index, time) => {
    const now = edit(chosen), [low, high] = range(chosen);
    change(chosen, index === 0
      ? { start: Math.min(Math.max(time, low), now.end - 1) }
      : { end: Math.max(Math.min(time, high), now.start + 1) });
  };
  const isOff = (element) => element.getAttribute('aria-disabled') === 'true';
  const drag = (element, begin, move) => {
    let start = null;
    element.addEventListener('pointerdown', (event) => {
      if (isOff(element)) return;
      start = begin(event);
      try { element.setPointerCapture(event.pointerId); } catch { /* Not from a pointer. */ }
    });
    element.addEventListener('pointermove', (event) => {
      if (!start) return;
      // A press that moves nothing is no step to take back.
      if (!start.isMoved) remember();
      start.isMoved = true;
      move(event, start);
    });
    for (const name of ['pointerup', 'pointercancel']) {
      element.addEventListener(name, () => { start = null; });
    }
  };
  handles.forEach((handle, index) => {
    drag(handle, (event) => ({ x: event.clientX, time: [edit(chosen).start, edit(chosen).end][index] }),
      (event, start) => {
        const [low, high] = range(chosen), wide = track.getBoundingClientRect().width;
        const second = wide / (high - low);
        moved(index, snapped(start.time + (event.clientX - start.x) / second, 8 / second));
      });
    handle.addEventListener('keydown', (event) => {
      const now = [edit(chosen).start, edit(chosen).end][index];
      const step = { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key];
      const next = event.key === 'PageDown' ? facts.snaps.findLast((one) => one < now - 0.001)
        : event.key === 'PageUp' ? facts.snaps.find((one) => one > now + 0.001) : undefined;
      if (isOff(handle) || (step === undefined && next === undefined)) return;
      event.preventDefault();
      remember();
      moved(index, next === undefined ? Math.round((now + step) * 10) / 10 : next);
    });
  });
  stills.forEach((still, index) => {
    drag(still.window,
      (event) => ({ x: event.clientX, y: event.clientY, at: place(chosen, index) }),
      (event, start) => {
        const box = still.box.getBoundingClientRect();
        const free = [0, 1].map((way) => facts.picture[way] - facts.window[way]);
        const to = [
          (start.at[0] + (event.clientX - start.x) / box.width) * facts.picture[0],
          (start.at[1] + (event.clientY - start.y) / box.height) * facts.picture[1],
        ];
        const way = free[0] >= free[1] ? 0 : 1;
        const edge = Math.round(Math.min(Math.max(to[way], 0), free[way]));
        change(chosen, { look: `${'xy'[way]} ${edge}` });
      });
  });
  for (const [name, word] of says) {
    part(name).addEventListener('click', () => {
      remember();
      change(chosen, { say: edit(chosen).say === word ? '' : word });
    });
  }
  part('look').addEventListener('change', () => {
    remember();
    change(chosen, { look: part('look').value });
  });
  part('title').addEventListener('change', () => {
    remember();
    change(chosen, { title: part('title').value.trim().replace(/\s+/g, ' ') });
  });
  for (const button of all('[data-keep]')) {
    button.addEventListener('click', () => {
      remember();
      const letter = button.dataset.keep, isKept = state.kept.includes(letter);
      state.kept = isKept ? state.kept.filter((one) => one !== letter)
        : [...state.kept, letter];
      render();
    });
  }
  part('undo').addEventListener('click', () => {
    state = JSON.parse(before.pop());
    render();
  });
  if (chosen) choose(chosen);
  else render();
}

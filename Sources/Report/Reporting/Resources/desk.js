// The clip editor of a video's page: your changes become overrides in a file to save.
function startDesk({ data, clips, clock, all, source }) {
  const desk = document.getElementById('desk');
  if (!desk) {
    for (const button of all('[data-keep],[data-say],[data-edit]')) button.hidden = true;
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
  const clipOf = (rank) => clips.find((clip) => String(clip.rank) === rank);
  const span = (edit) => `${written(edit.start)}-${written(edit.end)}`;

  let state = { edits: {}, kept: [] };
  const says = [['keep', 'always'], ['never', 'never']], before = [];
  let chosen = clips[0];
  const remember = () => {
    before.push(JSON.stringify(state));
  };
  const edit = (clip) => state.edits[clip.rank]
    || { start: clip.start, end: clip.end, look: clip.look || '', say: '', title: '' };
  const change = (clip, what) => {
    state.edits[clip.rank] = { ...edit(clip), ...what };
    render();
  };

  // Every change as an override and as a sentence.
  const changes = () => {
    const list = [];
    const add = (wish, sentence) => list.push({ wish, sentence });
    for (const clip of clips) {
      const now = edit(clip);
      const name = `Clip ${clip.rank}`;
      const moved = [['start', now.start, clip.start], ['end', now.end, clip.end]]
        .filter((edge) => Math.abs(edge[1] - edge[2]) > 0.0005);
      const edges = moved.map((edge) => `${edge[0]} moved to ${clock(edge[1])}`).join(', ');
      if (now.say) {
        add(`${now.say} ${span(now)}`, `${name}: ${now.say === 'never' ? 'rejected' : 'approved'}`
          + (edges && `, ${edges}`));
      } else if (moved.length) {
        add(`move ${written(clip.near)}`
          + moved.map((edge) => ` ${edge[0]} ${written(edge[1])}`).join(''), `${name}: ${edges}`);
      }
      if (now.look !== (clip.look || '') && now.say !== 'never') {
        const option = [...part('look').options].find((one) => one.value === now.look);
        add(`frame ${now.say ? span(now) : written(clip.near)} ${now.look}`,
          `${name}: ${option ? `framing is ${option.textContent}` : 'crop moved'}`);
      }
      if (now.title && now.say !== 'never') {
        add(`title ${written(clip.near)} ${now.title}`, `${name}: title is “${now.title}”`);
      }
    }
    for (const letter of state.kept) {
      const refusal = data.refusals.find((one) => one.letter === letter);
      add(`always ${written(refusal.start)}-${written(refusal.end)}`,
        `Rejected moment ${letter}: used anyway`);
    }
    return list.filter((change) => !facts.wishes.includes(change.wish));
  };

  // The source, or a still of the clip if the page has no source or the browser cannot play it.
  const stage = part('source');
  const outlines = [0, 1].map(() => document.createElement('div')), [outline] = outlines;
  const image = document.createElement('img');
  let film = source && document.createElement('video');
  for (const one of outlines) one.className = 'window fixed';
  image.alt = '';
  image.addEventListener('load', () => draw());
  const useStill = () => {
    film = null;
    stage.replaceChildren(image, ...outlines);
    for (const name of ['play', 'first', 'last']) part(name).hidden = true;
  };
  if (film) {
    film.preload = 'auto';
    film.playsInline = true;
    film.tabIndex = -1;
    film.setAttribute('aria-label', 'The source');
    film.addEventListener('error', () => { useStill(); render(); });
    for (const name of ['loadeddata', 'seeked', 'pause']) film.addEventListener(name, () => draw());
    film.src = source.src;
    stage.append(film, ...outlines);
  } else useStill();
  stage.style.aspectRatio = `${facts.picture[0]} / ${facts.picture[1]}`;
  const preview = part('preview');
  preview.height = 480;
  preview.width = Math.round(480 * facts.window[0] / facts.window[1]);

  // Whether the page knows the crops of a clip: a chosen layout that the clip does not have yet is
  // placed by gazecut.
  const isKnown = (clip) => {
    const look = edit(clip).look, layout = look === 'hold' ? 'crop' : look.replace('layout ', '');
    const rests = (keys) => keys.every((key) => key[1] === keys[0][1] && key[2] === keys[0][2]);
    return !['crop', 'stack', 'wide'].includes(layout) || clip.shots.every((shot) =>
      shot.layout === layout && (look !== 'hold' || rests(shot.windows[0])));
  };
  // The rectangles of the picture that a clip shows at a time, in pixels: none is the full frame,
  // two are a split screen.
  const panes = (clip, time) => {
    const look = edit(clip).look, at = /^([xy]) ([\d.]+)/.exec(look);
    const [wide, high] = facts.window;
    if (at) return [[at[1] === 'x' ? Number(at[2]) : 0, at[1] === 'y' ? Number(at[2]) : 0, wide, high]];
    const shot = clip.shots.findLast((one) => one.start <= time) || clip.shots[0];
    if (!shot || look === 'layout fit') return [];
    if (['layout stack', 'layout wide'].includes(look) && !isKnown(clip)) return [];
    const between = (keys) => {
      const next = keys.findIndex((key) => key[0] > time);
      if (next <= 0) return keys[next === 0 ? 0 : keys.length - 1].slice(1);
      const [from, to] = [keys[next - 1], keys[next]];
      const part = (time - from[0]) / (to[0] - from[0]);
      return from.slice(1).map((value, index) => value + part * (to[index + 1] - value));
    };
    const found = shot.windows.map(between);
    if (!isKnown(clip) && found.length !== 1) {
      return [[(facts.picture[0] - wide) / 2, (facts.picture[1] - high) / 2, wide, high]];
    }
    return found;
  };
  let place = 0;
  const draw = () => {
    if (!chosen) return;
    const clip = chosen;
    if (film && !film.seeking) place = film.currentTime;
    const shown = panes(clip, place), from = film || image;
    const [first] = shown, [wide, high] = facts.picture;
    outlines.forEach((one, index) => {
      const box = shown[index];
      one.hidden = !box;
      if (!box) return;
      [one.style.left, one.style.width] = [box[0], box[2]].map((x) => `${(100 * x) / wide}%`);
      [one.style.top, one.style.height] = [box[1], box[3]].map((y) => `${(100 * y) / high}%`);
    });
    // Only a single crop with the shape of the clip can be moved: a drag makes such a crop.
    const shape = facts.window[0] / facts.window[1];
    const isMovable = shown.length === 1 && Math.abs(first[2] / first[3] - shape) < 0.02;
    outline.classList.toggle('fixed', !isMovable);
    const low = range(clip)[0], span = range(clip)[1] - low;
    const isTrue = isKnown(clip);
    preview.hidden = !isTrue;
    part('pending').hidden = isTrue;
    head.style.left = `${(100 * Math.min(Math.max(place - low, 0), span)) / span}%`;
    const scale = (from.videoWidth || from.naturalWidth || 0) / wide;
    part('about').textContent = isMovable ? 'Source. Drag the outline to move the crop.'
      : shown.length > 1 ? 'Source. The outlines are the two panes. To move a crop, choose one crop.'
      : first ? 'Source. The outline is the wide crop. To move a crop, choose one crop.'
      : isTrue ? 'Source. The clip shows the full frame.' : 'Source.';
    if (!scale || !isTrue) return;
    const context = preview.getContext('2d'), [width, height] = [preview.width, preview.height];
    const put = (box, x, y, w, h) => context.drawImage(from, ...box.map((value) => value * scale), x, y, w, h);
    const whole = [0, 0, wide, high];
    const isFilled = shown.length > 1
      || (first && Math.abs(first[2] / first[3] - width / height) < 0.02);
    if (isFilled) {
      shown.forEach((box, index) => put(box, 0, (height * index) / shown.length, width, height / shown.length));
    } else {
      const box = first || whole, fit = Math.min(width / box[2], height / box[3]);
      const fill = Math.max(width / wide, height / high);
      context.filter = 'blur(16px)';
      put(whole, (width - wide * fill) / 2, (height - high * fill) / 2, wide * fill, high * fill);
      context.filter = 'none';
      put(box, (width - box[2] * fit) / 2, (height - box[3] * fit) / 2, box[2] * fit, box[3] * fit);
    }
  };
  const seek = (time) => {
    place = time;
    // A film that was never sought shows nothing, so that even its start is sought.
    if (film) film.currentTime = time;
    draw();
  };
  // The middle of a frame: times are rounded, and those of the file may have an offset.
  const firstFrame = (clip) => edit(clip).start + facts.frame / 2;
  const lastFrame = (clip) => edit(clip).end - facts.frame / 2;
  // Stops behind the last frame, and shows it; animation frames can come late or not at all.
  const stopAtEnd = () => {
    if (film.paused || film.currentTime < edit(chosen).end - 0.02) return;
    film.pause();
    seek(lastFrame(chosen));
  };
  const follow = () => {
    if (!film || film.paused) return;
    stopAtEnd();
    draw();
    requestAnimationFrame(follow);
  };
  const play = () => {
    if (!film.paused) {
      film.pause();
      return;
    }
    const now = edit(chosen);
    if (film.currentTime < now.start || film.currentTime >= lastFrame(chosen) - 0.1) film.currentTime = firstFrame(chosen);
    film.play().then(follow).catch(() => {});
  };
  part('play').addEventListener('click', play);
  part('first').addEventListener('click', () => { seek(firstFrame(chosen)); });
  part('last').addEventListener('click', () => { seek(lastFrame(chosen)); });
  if (film) {
    film.addEventListener('timeupdate', stopAtEnd);
    for (const name of ['play', 'pause']) {
      film.addEventListener(name, () => { part('play').textContent = film.paused ? 'Play' : 'Pause'; });
    }
  }
  const track = part('track');
  const made = (name) => {
    const element = document.createElement('div');
    element.className = name;
    return element;
  };
  const [bar, head] = [made('bar'), made('head')];
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
    button.textContent = `Clip ${clip.rank}`;
    button.addEventListener('click', () => { choose(clip); });
    part('clips').append(button);
    return button;
  });
  const choose = (clip) => {
    chosen = clip;
    const [low, high] = range(clip);
    const marks = [['cut', facts.cuts.map((time) => [time, time])], ['speech', facts.speech],
      ['pause', facts.pauses], ['reaction', [[clip.coreStart, clip.coreEnd]]]];
    const near = marks.map(([name, list]) => [name, list.filter((one) => low < one[1] && one[0] < high)]);
    track.replaceChildren(bar, ...near.flatMap(([name, list]) => list.map(([from, to]) => {
      const mark = made(`mark ${name}`);
      mark.style.left = across(clip, Math.max(low, from));
      mark.style.right = `calc(100% - ${across(clip, Math.min(high, to))})`;
      return mark;
    })), head, ...handles);
    part('keys').replaceChildren(...near.filter((one) => one[1].length).map(([name]) => {
      const key = document.createElement('span');
      key.append(made(`mark ${name}`), name);
      return key;
    }));
    const most = Math.min(8, track.clientWidth / 60);
    const step = [1, 2, 5, 10, 15, 30, 60].find((one) => (high - low) / one <= most) || 120;
    const times = [];
    for (let time = Math.ceil(low / step) * step; time < high; time += step) {
      const text = document.createElement('span');
      text.textContent = clock(time).replace(/\.0$/, '');
      text.style.left = across(clip, time);
      // Keep the labels at both ends inside.
      const share = (time - low) / (high - low);
      text.className = share < 0.05 ? 'first' : share > 0.95 ? 'last' : '';
      times.push(text);
    }
    part('axis').replaceChildren(...times);
    handles.forEach((handle, index) => {
      handle.setAttribute('aria-label', `${index ? 'end' : 'start'} of clip ${clip.rank}`);
      handle.setAttribute('aria-valuemin', low);
      handle.setAttribute('aria-valuemax', high);
      handle.setAttribute('aria-disabled', Boolean(clip.fixed));
    });
    if (!film && clip.still) image.src = clip.still;
    if (film) film.pause();
    render();
    seek(firstFrame(clip));
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
      + (clip.fixed ? ' · you chose these seconds: `gazecut wish --undo` takes that back' : '');
    bar.classList.toggle('gone', now.say === 'never');
    handles.forEach((handle, index) => {
      handle.style.left = across(clip, times[index]);
      handle.setAttribute('aria-valuenow', times[index]);
      handle.setAttribute('aria-valuetext', clock(times[index]));
    });
    for (const [name, word] of says) {
      part(name).setAttribute('aria-pressed', now.say === word);
      part(name).disabled = Boolean(clip.fixed);
    }
    // Only `gazecut wish --undo` brings the automatic framing back.
    part('look').options[0].disabled = Boolean(clip.look);
    part('look').value = /^[xy] /.test(now.look) ? 'window' : now.look;
    part('title').value = now.title;
    part('title').placeholder = clip.title || facts.title || '';
  };
  const render = () => {
    part('one').hidden = !chosen;
    if (chosen) renderClip(chosen);
    draw();
    for (const button of all('[data-say]')) {
      const clip = clipOf(button.dataset.clip);
      button.disabled = Boolean(clip.fixed);
      button.setAttribute('aria-pressed', clip.fixed ? button.dataset.say === 'always'
        : edit(clip).say === button.dataset.say);
    }
    for (const button of all('[data-keep]')) {
      button.setAttribute('aria-pressed', state.kept.includes(button.dataset.keep));
    }
    const list = changes();
    part('changes').replaceChildren(...list.map((change) => {
      const item = document.createElement('li');
      item.textContent = change.sentence;
      return item;
    }));
    part('none').hidden = list.length > 0;
    part('bar').hidden = list.length === 0;
    part('count').textContent = `${list.length} change${list.length === 1 ? '' : 's'}, not applied yet`;
    const name = `wishes-${data.id}.json`, save = part('save');
    part('command').textContent = /^[\w.-]+$/.test(name)
      ? `gazecut wish --apply ${name}`
      : `gazecut wish --apply '${name.replaceAll("'", "'\\''")}'`;
    save.textContent = `Save ${name}`;
    save.download = name;
    const file = { schema: 'gazecut.wishes/1', video: data.id, wishes: list.map((change) => change.wish) };
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
    seek(index === 0 ? firstFrame(chosen) : lastFrame(chosen));
  };
  const isOff = (element) => element.getAttribute('aria-disabled') === 'true'
    || element.classList.contains('fixed');
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
  drag(outline,
    (event) => ({ x: event.clientX, y: event.clientY, at: panes(chosen, place)[0] }),
    (event, start) => {
      const box = stage.getBoundingClientRect();
      const free = [0, 1].map((way) => facts.picture[way] - facts.window[way]);
      const to = [
        start.at[0] + ((event.clientX - start.x) / box.width) * facts.picture[0],
        start.at[1] + ((event.clientY - start.y) / box.height) * facts.picture[1],
      ];
      const way = free[0] >= free[1] ? 0 : 1;
      const edge = Math.round(Math.min(Math.max(to[way], 0), free[way]));
      change(chosen, { look: `${'xy'[way]} ${edge}` });
    });
  track.addEventListener('click', (event) => {
    if (event.target.classList.contains('handle')) return;
    const [low, high] = range(chosen), box = track.getBoundingClientRect();
    seek(low + ((event.clientX - box.left) / box.width) * (high - low));
  });
  for (const [name, word] of says) {
    part(name).addEventListener('click', () => {
      remember();
      change(chosen, { say: edit(chosen).say === word ? '' : word });
    });
  }
  for (const button of all('[data-say]')) {
    button.addEventListener('click', () => {
      const clip = clipOf(button.dataset.clip), word = button.dataset.say;
      remember();
      change(clip, { say: edit(clip).say === word ? '' : word });
    });
  }
  for (const button of all('[data-edit]')) {
    button.addEventListener('click', () => {
      choose(clipOf(button.dataset.edit));
      desk.scrollIntoView();
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
  // Warn before changes are lost; `saved` is the file with the last saved changes.
  let saved = '';
  part('save').addEventListener('click', () => { saved = part('save').href; });
  addEventListener('beforeunload', (event) => {
    if (changes().length && part('save').href !== saved) event.preventDefault();
  });
  part('undo').addEventListener('click', () => {
    state = JSON.parse(before.pop());
    render();
  });
  if (chosen) choose(chosen);
  else render();
}

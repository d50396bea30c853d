import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './lib/comfort.svelte';
import { listenFrom } from './lib/sound';
import './lib/theme.svelte';
import { router } from './lib/router.svelte';
import { serveOffline } from './lib/worker';
import { pageOf } from './pages';
import shields from './ui/shields.svg?raw';

// The players' arms are needed on every page, before any game's drawings are there.
const arms = document.createElement('div');
arms.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
arms.setAttribute('aria-hidden', 'true');
arms.innerHTML = shields;
document.body.prepend(arms);

const first = await pageOf(router.now.page);
mount(App, { target: document.getElementById('app') ?? document.body, props: { first } });
listenFrom(document);
serveOffline();

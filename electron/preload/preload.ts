import { contextBridge, ipcRenderer } from 'electron';
import { bridgeName, type Bridge } from '../../shared/bridge.ts';
import type { Message } from '../../shared/channel.ts';

const bridge: Bridge = {
  post: (message) => ipcRenderer.send(bridgeName, message),
  on: (listener) => void ipcRenderer.on(bridgeName, (_event, message: Message) => listener(message)),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

import type { More } from "../more";

export const device: More["device"] = {
  title: "Jouer sur cet appareil",
  intro:
    "Contre l’ordinateur ou à deux devant le même écran. Ces parties n’ont pas besoin du serveur et restent dans ce navigateur.",
  computer: "Ordinateur",
  twoPeople: "À deux",
  level: "Niveau",
  side: "Votre camp",
  begin: "Commencer",
  kept: "Parties sur cet appareil",
  none: "Il n’y en a pas encore.",
  goOn: "Continuer",
  lookAgain: "Revoir",
  remove: "Supprimer",
  removed: "Supprimée.",
  against: (name) => `contre ${name}`,
  two: "à deux",
  moves: { one: "# coup", other: "# coups" },
  thinking: "L’ordinateur réfléchit…",
  takeBack: "Reprendre",
  resign: "Abandonner",
  type: "Saisir un coup",
  back: "Toutes les parties sur cet appareil",
  failed: "Cette partie ne peut pas être ouverte.",
  ready: "Cette page est gardée dans votre navigateur : elle marche aussi sans connexion.",
  preparing: "Cette page est mise de côté dans votre navigateur pour marcher sans connexion.",
  insecure:
    "Sans connexion, cette page ne peut pas être ouverte : les navigateurs ne gardent que les pages en HTTPS. L’hôte de ce serveur peut y remédier.",
  unsupported: "Ce navigateur ne peut pas garder la page pour les moments sans connexion.",
  needsServer:
    "Ces parties demandent les règles au serveur : cette version de Rookery a été construite sans elles.",
};

/* How quickly the hero becomes faster and turns: rules of the game. */
#ifndef GAME_PACE_H
#define GAME_PACE_H

/* Returns the speed after some time: 0 stands, 1 walks, 2 runs, and all between. */
float pace_speed(float now, float wanted, float seconds);

/* Returns the turn about y, in radians, of a character that looks along `front` (x and z) to a direction. */
float pace_turn(const float front[3], const float direction[2], float speed, float seconds);

#endif

// hone's functions in place of those of the C library, whose last bits differ between machines. The build includes this
// before all else where it compiles Bullet from its source code (cmake/bullet.cmake).
#ifndef HONE_SRC_PHYSICS_BULLET_FUNCTIONS_HPP
#define HONE_SRC_PHYSICS_BULLET_FUNCTIONS_HPP

// The library's own declarations come first, so that they keep their names.
#include <math.h>
#if __has_include(<cmath>)
#include <cmath>
#endif

#include "base/powers.h"
#include "base/trigonometry.h"

#define sinf hone_sinf
#define cosf hone_cosf
#define tanf hone_tanf
#define asinf hone_asinf
#define acosf hone_acosf
#define atanf hone_atanf
#define atan2f hone_atan2f
#define expf hone_expf
#define logf hone_logf
#define powf hone_powf
#define fmodf hone_fmodf

#endif

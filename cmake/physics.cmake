# Physics, with Bullet, which is C++.
set(physics_FOUND FALSE)
set(missing "")
if(HONE_PHYSICS)
  hone_need(physics missing bullet)
endif()
hone_need_cxx(physics_FOUND missing)
hone_summary(physics HONE_PHYSICS ${physics_FOUND} "${missing}" bullet)

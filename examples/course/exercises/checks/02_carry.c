#include "check.h"

/* Knows where the point must come out, because it begins in the bone's space. */
int main(void)
{
    const double corner[3] = {0.05, 0.16, -0.16};
    for (int i = 0; i < 100; i++) {
        rigid rest = check_random_rigid(), now = i == 0 ? rest : check_random_rigid();
        matrix a = check_matrix(&rest), b = check_matrix(&now);
        double p[3], want[3], got[3] = {0, 0, 0};
        check_apply(&rest, corner, p);
        check_apply(&now, corner, want);
        carry(&a, &b, p, got);
        check_near_3(i == 0 ? words("in the rest pose, where it must stay", "初期姿勢の点 (動かないはず)")
                            : words("of a bone that has moved", "動いたボーンの点"),
                     got, want, 1e-9);
    }
    return check_end();
}

#include "check.h"

int main(void)
{
    for (int i = 0; i < 50; i++) {
        rigid a = check_random_rigid(), b = check_random_rigid(), got = compose(&b, &a);
        double p[3] = {check_random(), check_random(), check_random()}, between[3], want[3], out[3];
        check_apply(&a, p, between);
        check_apply(&b, between, want);
        check_near(words("the squared length of the quaternion", "四元数の長さの2乗"), check_dot(got.q, got.q, 4), 1,
                   1e-9);
        check_apply(&got, p, out);
        check_near_3(words("where a point goes", "点の行き先"), out, want, 1e-9);
    }
    return check_end();
}

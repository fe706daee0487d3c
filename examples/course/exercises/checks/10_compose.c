#include "check.h"

int main(void)
{
    for (int i = 0; i < 50; i++) {
        rigid a = check_random_rigid(), b = check_random_rigid(), got = compose(&b, &a);
        double p[3] = {check_random(), check_random(), check_random()}, between[3], want[3], out[3];
        check_apply(&a, p, between);
        check_apply(&b, between, want);
        check_near("the length of the quaternion", check_dot(got.q, got.q, 4), 1, 1e-9);
        check_apply(&got, p, out);
        check_near_3("where a point goes", out, want, 1e-9);
    }
    return check_end();
}

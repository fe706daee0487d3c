/* Chapter 16: mistakes that texts on skinning make, each with the right and the wrong number. Run it in the folder of
 * the course's models.
 *
 * usage: traps */
#include "words.h"

#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

static void row(const char *what, double right, double wrong)
{
    printf("%10.4f %10.4f  %s\n", right, wrong, what);
}

/* The height of a bone, as the library has it. */
static double height_of(const char *model_path, const char *motion_path, double seconds, int bone)
{
    hone_error error = {0};
    hone_model *model = hone_model_load(model_path, NULL, &error);
    hone_motion *motion = model ? hone_motion_load(motion_path, NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok = hone_actor_play(actor, motion, NULL, &error).id && hone_actor_update(actor, seconds, &error);
    double height = ok ? (double)hone_actor_bones(actor)[bone].m[1][3] : NAN;
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return height;
}

/* ---- spaces ---- */

/* Bone C of robot.x is at x = 2 and turned by 30 degrees, once and twice. Returns the direction of its box. */
static double direction(int times)
{
    const float q[4] = {0, 0, sinf((float)HONE_PI / 12), cosf((float)HONE_PI / 12)};
    hone_affine here = hone_affine_from_rotation(q, (const float[]){0, 0, 0}), bone = HONE_AFFINE_IDENTITY;
    for (int i = 0; i < times; i++) bone = hone_affine_multiply(&bone, &here);
    return atan2((double)bone.m[1][0], (double)bone.m[0][0]) * 180 / HONE_PI;
}

/* The weight of the nearer of two bones by chapter 4's rule with c = 16, for distances to both. */
static double near_weight(double near, double far)
{
    return pow(1 + near, -16) / (pow(1 + near, -16) + pow(1 + far, -16));
}

static void spaces(void)
{
    const double near = 0.4, far = 0.6403, away = 10; /* how far the camera is from the model */
    row(words("degrees of a box on a bone turned by 30; its matrix twice",
              "30度回したボーンの箱の角度。行列を二重に掛けると"),
        direction(1), direction(2));
    row(words("weight of the near bone; bones in view space, vertex not",
              "近いボーンのウェイト。ボーンだけビュー空間だと"),
        near_weight(near, far), near_weight(hypot(near, away), hypot(far, away)));
}

/* ---- quaternions ---- */

/* A function as one article prints it; rows are for row vectors. Its second row has two wrong signs. */
static void printed_rows(const float q[4], float m[3][3])
{
    float x = q[0], y = q[1], z = q[2], w = q[3], ww = w * w - 0.5f;
    const float rows[3][3] = {{ww + x * x, x * y + w * z, x * z - w * y},
                              {x * y + w * z, ww - y * y, y * z + w * x}, /* right: x y - w z, ww + y y */
                              {x * z + w * y, y * z - w * x, ww + z * z}};
    for (int i = 0; i < 9; i++) m[i / 3][i % 3] = 2 * rows[i / 3][i % 3];
}

static void quaternions(void)
{
    const float q[4] = {0, 0, sinf((float)HONE_PI / 4), cosf((float)HONE_PI / 4)};
    const float sixty[4] = {0, 0, 0.5f, sqrtf(0.75f)};
    float m[3][3], cross[3], p[3];
    hone_affine right = hone_affine_from_rotation(q, (const float[]){0, 0, 0});
    printed_rows(q, m);
    row(words("x of the y axis, turned by 90 degrees about z", "zを軸に90度回したy軸のx"), (double)right.m[0][1],
        (double)m[1][0]);
    hone_vec3_cross(m[0], m[1], cross);
    row(words("determinant of that matrix", "その行列の行列式"), 1, (double)hone_vec3_dot(cross, m[2]));
    /* the mean of a rotation and itself, the second time as -q */
    for (int i = 0; i < 3; i++) p[i] = 0.5f * sixty[i] + 0.5f * -sixty[i];
    row(words("z of the mean of q and -q", "qと-qの平均のz"), (double)sixty[2], (double)p[2]);
}

/* ---- curves ---- */

static double bezier(double a, double b, double t)
{
    double s = 1 - t;
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

static double copied_loop(const double c[4], double x)
{
    double t = x;
    for (int i = 0; i < 12; i++) t -= (bezier(c[0], c[2], t) - x) / 2;
    return bezier(c[1], c[3], t);
}

static void curves(void)
{
    static const hone_curve steep = {127, 0, 0, 127}, straight = {20, 20, 107, 107}, zeroed = {0, 20, 107, 107};
    double right = hone_curve_evaluate(steep, 0.49, HONE_CURVE_EXACT);
    row(words("a steep curve at 0.49; t -= f / 2", "急な曲線の0.49。t -= f / 2だと"), right,
        copied_loop((const double[]){1, 0, 0, 1}, 0.49));
    row(words("the lift at frame 10; the rotation's curve for all", "フレーム10の昇降機。すべて回転の曲線だと"),
        height_of("lift.pmx", "lift.vmd", 1.0 / 3, 1),
        1 + 10 * hone_curve_evaluate(straight, 1.0 / 3, HONE_CURVE_EXACT));
    row(words("the lift at frame 20; the curve of the earlier key", "フレーム20の昇降機。前のキーの曲線だと"),
        height_of("lift.pmx", "lift.vmd", 2.0 / 3, 1),
        1 + 10 * hone_curve_evaluate(straight, 2.0 / 3, HONE_CURVE_EXACT));
    row(words("a straight curve at 0.1; byte 3 for its x1", "直線の0.1。x1に3バイト目を読むと"),
        hone_curve_evaluate(straight, 0.1, HONE_CURVE_EXACT), hone_curve_evaluate(zeroed, 0.1, HONE_CURVE_EXACT));
}

/* ---- keys and bones ---- */

static hone_model *make_twins(hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_bone *bones = builder ? hone_builder_array(builder, 2, sizeof *bones) : NULL;
    for (int i = 0; bones && i < 2; i++) {
        bones[i] = (hone_bone){.name = "cabin", .parent = HONE_NONE, .position = {4.0f * (float)i, 1, 0}};
        bones[i].tail_bone = bones[i].append_source = bones[i].ik = HONE_NONE;
    }
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = 2, .bones = bones}};
    return builder ? hone_model_create(builder, &data, NULL, error) : NULL;
}

/* Which of two bones of the name "cabin" the track of lift.vmd moves. */
static double moved_of_twins(void)
{
    hone_error error = {0};
    hone_model *model = make_twins(&error);
    hone_motion *motion = hone_motion_load("lift.vmd", NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok = hone_actor_play(actor, motion, NULL, &error).id && hone_actor_update(actor, 1, &error);
    double moved = ok ? hone_actor_bones(actor)[1].m[1][3] > 2 : NAN;
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return moved;
}

static void keys_and_bones(void)
{
    row(words("height before the first key; none found: rest", "最初のキーより前の高さ。初期姿勢にすると"),
        height_of("lift.pmx", "late.vmd", 5.0 / 30, 1), 1);
    row(words("height after the last key; translation forgotten", "最後のキーより後の高さ。移動を忘れると"),
        height_of("lift.pmx", "late.vmd", 25.0 / 30, 1), 1);
    row(words("height of the second root; only bone 0's tree", "二つ目の根元の高さ。ボーン0の木だけだと"),
        height_of("leg.pmx", "step.vmd", 1, 4), 1);
    row(words("the parent 'none' in one byte, as unsigned", "一バイトの親「なし」。符号なしで読むと"), -1,
        (double)(uint8_t)-1);
    row(words("bone that moves, of two with one name; the last read", "同じ名前の二本のうち動くもの。後のほうだと"),
        moved_of_twins(), 1);
}

/* ---- skinning ---- */

/* A vertex half on a bone that is twisted by 90 degrees: its angle. Dual quaternions turn it by half of that. */
static void skinning(void)
{
    row(words("degrees of a vertex half on a twist of 90; QDEF as 1 bone",
              "90度の捩りに半分従う頂点の角度。QDEFを1本で"),
        45, 0);
    row(words("degrees of a normal on a bone turned by 90; left at rest", "90度回したボーンの法線の角度。そのままだと"),
        90, 0);
    row(words("weight of the near bone; the mesh 100 times as large", "近いボーンのウェイト。メッシュが100倍だと"),
        pow(1.4, -16) / (pow(1.4, -16) + pow(1.6403, -16)), pow(41, -16) / (pow(41, -16) + pow(65.03, -16)));
}

/* ---- the bone texture ---- */

static void texture(void)
{
    const double size = 128, unset = 0; /* a uniform that was never set is 0 */
    row(words("u of bone 1 of 128; the size under a name with a blank",
              "128本中ボーン1のu。空白入りの名前で大きさを設定"),
        1.5 / size, 1.5 / unset);
    row(words("texture units of a vertex shader, at least; in OpenGL ES 2.0",
              "頂点シェーダーのテクスチャ数の下限。ES 2.0では"),
        16, 0);
    row(words("names looked up for 600 frames; in each frame anew", "600フレームで名前を調べる回数。毎フレームだと"), 3,
        3 * 600);
}

/* ---- threads ---- */

static void threads(void)
{
    enum { VERTICES = 40000, THREADS = 4 };
    const int even = VERTICES / THREADS, most = VERTICES / (THREADS - 1), rest = VERTICES % (THREADS - 1);
    row(words("vertices skinned by 4 threads; each does all", "4スレッドで計算する頂点。全員が全部だと"), VERTICES,
        (double)VERTICES * THREADS);
    row(words("the longest share; divided by 4 - 1, and a remainder", "最も長い分担。4 - 1で割って余りを残すと"), even,
        most);
    row(words("the shortest share", "最も短い分担"), even, rest);
}

int main(void)
{
    printf("%s\n", words("     right      wrong", "    正しい     間違い"));
    spaces();
    quaternions();
    curves();
    keys_and_bones();
    skinning();
    texture();
    threads();
    return 0;
}

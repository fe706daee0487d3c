/* Slerp between two keys. The plan is computed once per segment; then each sample is cheap. */
#ifndef HONE_SRC_MOTION_SLERP_SEGMENT_H
#define HONE_SRC_MOTION_SLERP_SEGMENT_H

/* Plans the shorter arc from a to b, which may have any length. The slerp is a cos(v) + across sin(v), with v from 0
 * to the returned angle. The angle is 0 if both are the same rotation. Exact at every angle; small ones need no
 * special case. */
double hone_slerp_segment_plan(const float a[4], const float b[4], float across[4]);

/* Sine and cosine of an angle from 0 to a quarter turn, with an error below 1e-9: Taylor series, grouped so that the
 * processor can compute several terms in parallel. */
static inline void hone_slerp_segment_sine_and_cosine(double v, float *sine, float *cosine)
{
    double u = v * v, uu = u * u, uuuu = uu * uu;
    double s = 1 - u * (1.0 / 6) + uu * (1.0 / 120 - u * (1.0 / 5040)) +
               uuuu * (1.0 / 362880 - u * (1.0 / 39916800) + uu * (1.0 / 6227020800));
    double c = 1 - u * (1.0 / 2) + uu * (1.0 / 24 - u * (1.0 / 720)) +
               uuuu * (1.0 / 40320 - u * (1.0 / 3628800) + uu * (1.0 / 479001600 - u * (1.0 / 87178291200)));
    *sine = (float)(v * s);
    *cosine = (float)c;
}

/* Evaluates the slerp at v; `first` is a, of unit length. */
static inline void hone_slerp_segment_at(const float first[4], const float across[4], double v, float out[4])
{
    float sine, cosine;
    hone_slerp_segment_sine_and_cosine(v, &sine, &cosine);
    for (int i = 0; i < 4; i++) out[i] = first[i] * cosine + across[i] * sine;
}

#endif

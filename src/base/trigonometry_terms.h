/* The polynomials by which trigonometry.c computes functions of floats, as expressions: of a double, or of a vector of
 * doubles, which gives the same bits in each of its lanes. The
 * including file defines HONE_TERM(number), which makes a number one of these. */
#ifndef HONE_SRC_BASE_TRIGONOMETRY_TERMS_H
#define HONE_SRC_BASE_TRIGONOMETRY_TERMS_H

#define HONE_TWO_OVER_PI HONE_TERM(0x1.45f306dc9c883p-1)
#define HONE_TO_WHOLE HONE_TERM(0x1.8p52) /* added and subtracted, it rounds to the nearest whole number */
/* pi / 2 in three parts: the first two are short enough for exact products with a small whole number. */
#define HONE_LESS_QUARTERS(angle, count)                                                                               \
    ((angle) - (count)*HONE_TERM(0x1.921fb544p+0) - (count)*HONE_TERM(0x1.0b4611a6p-34) -                              \
     (count)*HONE_TERM(0x1.3198a2e037073p-69))

/* The sine of x is x times this, z = x * x; and the cosine; for angles of -pi / 4..pi / 4. */
#define HONE_SINE_TERMS(z)                                                                                             \
    (1 + (z) * (HONE_TERM(-0x1.555555545df18p-3) +                                                                     \
                (z) * (HONE_TERM(0x1.11110deef0ae3p-7) +                                                               \
                       (z) * (HONE_TERM(-0x1.a013a740c35cep-13) + (z)*HONE_TERM(0x1.6dbded5452c9bp-19)))))
#define HONE_COSINE_TERMS(z)                                                                                           \
    (1 - (z) / 2 +                                                                                                     \
     (z) * (z) *                                                                                                       \
         (HONE_TERM(0x1.5555555502c6dp-5) +                                                                            \
          (z) * (HONE_TERM(-0x1.6c16bf54be1f5p-10) +                                                                   \
                 (z) * (HONE_TERM(0x1.a015c4462d9e2p-16) + (z)*HONE_TERM(-0x1.25243c2f39550p-22)))))

/* The arc sine of x is x + x * z * this, z = x * x, for numbers up to 1 / 2. */
#define HONE_ARC_SINE_TERMS(z)                                                                                         \
    (HONE_TERM(0x1.555554e435732p-3) +                                                                                 \
     (z) * (HONE_TERM(0x1.333430fcff28ep-4) +                                                                          \
            (z) * (HONE_TERM(0x1.6d5bb95f8e653p-5) +                                                                   \
                   (z) * (HONE_TERM(0x1.fd8da2554dd34p-6) +                                                            \
                          (z) * (HONE_TERM(0x1.18f91e79712c6p-6) + (z)*HONE_TERM(0x1.13fed3dd245c1p-5))))))

#endif

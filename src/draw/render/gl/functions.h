/* OpenGL without linking it: the functions that hone calls, found in the system's libEGL when the first renderer is
 * created. So a program that draws nothing loads no driver, and hone starts without one. */
#ifndef HONE_SRC_RENDER_GL_FUNCTIONS_H
#define HONE_SRC_RENDER_GL_FUNCTIONS_H

#ifdef __EMSCRIPTEN__
#define GL_GLEXT_PROTOTYPES 1
#endif
#include <GL/glcorearb.h>
#include <hone/base.h>

#ifdef __EMSCRIPTEN__
/* A page always has WebGL 2. Its functions are called by their names, so that the linker drops all others. WebGL lacks
 * these three, which hone calls in OpenGL only. */
#define glDepthRange(near, far) ((void)0)
#define glPolygonMode(face, mode) ((void)0)
#define glTexBuffer(target, format, buffer) ((void)0)
#else
/* clang-format off */
/* OpenGL 3.3 and ES 3.0 */
#define HONE_GL_FUNCTIONS(F)                                                   \
    F(ActiveTexture, PFNGLACTIVETEXTUREPROC)                                   \
    F(AttachShader, PFNGLATTACHSHADERPROC)                                     \
    F(BeginTransformFeedback, PFNGLBEGINTRANSFORMFEEDBACKPROC)                 \
    F(BindBuffer, PFNGLBINDBUFFERPROC)                                         \
    F(BindBufferBase, PFNGLBINDBUFFERBASEPROC)                                 \
    F(BindBufferRange, PFNGLBINDBUFFERRANGEPROC)                               \
    F(BindFramebuffer, PFNGLBINDFRAMEBUFFERPROC)                               \
    F(BindRenderbuffer, PFNGLBINDRENDERBUFFERPROC)                             \
    F(BindSampler, PFNGLBINDSAMPLERPROC)                                       \
    F(BindTexture, PFNGLBINDTEXTUREPROC)                                       \
    F(BindVertexArray, PFNGLBINDVERTEXARRAYPROC)                               \
    F(BlendColor, PFNGLBLENDCOLORPROC)                                         \
    F(BlendEquation, PFNGLBLENDEQUATIONPROC)                                   \
    F(BlendFunc, PFNGLBLENDFUNCPROC)                                           \
    F(BlendFuncSeparate, PFNGLBLENDFUNCSEPARATEPROC)                           \
    F(BlitFramebuffer, PFNGLBLITFRAMEBUFFERPROC)                               \
    F(BufferData, PFNGLBUFFERDATAPROC)                                         \
    F(BufferSubData, PFNGLBUFFERSUBDATAPROC)                                   \
    F(CheckFramebufferStatus, PFNGLCHECKFRAMEBUFFERSTATUSPROC)                 \
    F(ClearBufferfi, PFNGLCLEARBUFFERFIPROC)                                   \
    F(ClearBufferfv, PFNGLCLEARBUFFERFVPROC)                                   \
    F(ClearBufferuiv, PFNGLCLEARBUFFERUIVPROC)                                 \
    F(ColorMask, PFNGLCOLORMASKPROC)                                           \
    F(CompileShader, PFNGLCOMPILESHADERPROC)                                   \
    F(CreateProgram, PFNGLCREATEPROGRAMPROC)                                   \
    F(CreateShader, PFNGLCREATESHADERPROC)                                     \
    F(CullFace, PFNGLCULLFACEPROC)                                             \
    F(DeleteBuffers, PFNGLDELETEBUFFERSPROC)                                   \
    F(DeleteFramebuffers, PFNGLDELETEFRAMEBUFFERSPROC)                         \
    F(DeleteProgram, PFNGLDELETEPROGRAMPROC)                                   \
    F(DeleteRenderbuffers, PFNGLDELETERENDERBUFFERSPROC)                       \
    F(DeleteSamplers, PFNGLDELETESAMPLERSPROC)                                 \
    F(DeleteShader, PFNGLDELETESHADERPROC)                                     \
    F(DeleteTextures, PFNGLDELETETEXTURESPROC)                                 \
    F(DeleteVertexArrays, PFNGLDELETEVERTEXARRAYSPROC)                         \
    F(DepthFunc, PFNGLDEPTHFUNCPROC)                                           \
    F(DepthMask, PFNGLDEPTHMASKPROC)                                           \
    F(DetachShader, PFNGLDETACHSHADERPROC)                                     \
    F(Disable, PFNGLDISABLEPROC)                                               \
    F(DisableVertexAttribArray, PFNGLDISABLEVERTEXATTRIBARRAYPROC)             \
    F(DrawArrays, PFNGLDRAWARRAYSPROC)                                         \
    F(DrawArraysInstanced, PFNGLDRAWARRAYSINSTANCEDPROC)                       \
    F(DrawBuffers, PFNGLDRAWBUFFERSPROC)                                       \
    F(DrawElementsInstanced, PFNGLDRAWELEMENTSINSTANCEDPROC)                   \
    F(Enable, PFNGLENABLEPROC)                                                 \
    F(EnableVertexAttribArray, PFNGLENABLEVERTEXATTRIBARRAYPROC)               \
    F(EndTransformFeedback, PFNGLENDTRANSFORMFEEDBACKPROC)                     \
    F(Flush, PFNGLFLUSHPROC)                                                   \
    F(FramebufferRenderbuffer, PFNGLFRAMEBUFFERRENDERBUFFERPROC)               \
    F(FramebufferTexture2D, PFNGLFRAMEBUFFERTEXTURE2DPROC)                     \
    F(FrontFace, PFNGLFRONTFACEPROC)                                           \
    F(GenBuffers, PFNGLGENBUFFERSPROC)                                         \
    F(GenFramebuffers, PFNGLGENFRAMEBUFFERSPROC)                               \
    F(GenRenderbuffers, PFNGLGENRENDERBUFFERSPROC)                             \
    F(GenSamplers, PFNGLGENSAMPLERSPROC)                                       \
    F(GenTextures, PFNGLGENTEXTURESPROC)                                       \
    F(GenVertexArrays, PFNGLGENVERTEXARRAYSPROC)                               \
    F(GenerateMipmap, PFNGLGENERATEMIPMAPPROC)                                 \
    F(GetError, PFNGLGETERRORPROC)                                             \
    F(GetFloatv, PFNGLGETFLOATVPROC)                                           \
    F(GetIntegerv, PFNGLGETINTEGERVPROC)                                       \
    F(GetProgramInfoLog, PFNGLGETPROGRAMINFOLOGPROC)                           \
    F(GetProgramiv, PFNGLGETPROGRAMIVPROC)                                     \
    F(GetShaderInfoLog, PFNGLGETSHADERINFOLOGPROC)                             \
    F(GetShaderiv, PFNGLGETSHADERIVPROC)                                       \
    F(GetString, PFNGLGETSTRINGPROC)                                           \
    F(GetStringi, PFNGLGETSTRINGIPROC)                                         \
    F(GetUniformBlockIndex, PFNGLGETUNIFORMBLOCKINDEXPROC)                     \
    F(GetUniformLocation, PFNGLGETUNIFORMLOCATIONPROC)                         \
    F(LineWidth, PFNGLLINEWIDTHPROC)                                           \
    F(LinkProgram, PFNGLLINKPROGRAMPROC)                                       \
    F(PixelStorei, PFNGLPIXELSTOREIPROC)                                       \
    F(PolygonOffset, PFNGLPOLYGONOFFSETPROC)                                   \
    F(ReadBuffer, PFNGLREADBUFFERPROC)                                         \
    F(ReadPixels, PFNGLREADPIXELSPROC)                                         \
    F(RenderbufferStorageMultisample, PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC) \
    F(SamplerParameterf, PFNGLSAMPLERPARAMETERFPROC)                           \
    F(SamplerParameteri, PFNGLSAMPLERPARAMETERIPROC)                           \
    F(ShaderSource, PFNGLSHADERSOURCEPROC)                                     \
    F(StencilFunc, PFNGLSTENCILFUNCPROC)                                       \
    F(StencilMask, PFNGLSTENCILMASKPROC)                                       \
    F(StencilOp, PFNGLSTENCILOPPROC)                                           \
    F(TexImage2D, PFNGLTEXIMAGE2DPROC)                                         \
    F(TexParameteri, PFNGLTEXPARAMETERIPROC)                                   \
    F(TransformFeedbackVaryings, PFNGLTRANSFORMFEEDBACKVARYINGSPROC)           \
    F(Uniform1f, PFNGLUNIFORM1FPROC)                                           \
    F(Uniform1i, PFNGLUNIFORM1IPROC)                                           \
    F(Uniform2f, PFNGLUNIFORM2FPROC)                                           \
    F(Uniform2fv, PFNGLUNIFORM2FVPROC)                                         \
    F(Uniform2i, PFNGLUNIFORM2IPROC)                                           \
    F(Uniform3f, PFNGLUNIFORM3FPROC)                                           \
    F(Uniform3fv, PFNGLUNIFORM3FVPROC)                                         \
    F(Uniform4f, PFNGLUNIFORM4FPROC)                                           \
    F(Uniform4fv, PFNGLUNIFORM4FVPROC)                                         \
    F(UniformBlockBinding, PFNGLUNIFORMBLOCKBINDINGPROC)                       \
    F(UniformMatrix4fv, PFNGLUNIFORMMATRIX4FVPROC)                             \
    F(UseProgram, PFNGLUSEPROGRAMPROC)                                         \
    F(VertexAttrib1f, PFNGLVERTEXATTRIB1FPROC)                                 \
    F(VertexAttrib2f, PFNGLVERTEXATTRIB2FPROC)                                 \
    F(VertexAttrib3f, PFNGLVERTEXATTRIB3FPROC)                                 \
    F(VertexAttrib4f, PFNGLVERTEXATTRIB4FPROC)                                 \
    F(VertexAttribDivisor, PFNGLVERTEXATTRIBDIVISORPROC)                       \
    F(VertexAttribIPointer, PFNGLVERTEXATTRIBIPOINTERPROC)                     \
    F(VertexAttribPointer, PFNGLVERTEXATTRIBPOINTERPROC)                       \
    F(Viewport, PFNGLVIEWPORTPROC)

/* of one of the two only */
#define HONE_GL_EXTENSIONS(F)            \
    F(DepthRange, PFNGLDEPTHRANGEPROC)   \
    F(DepthRangef, PFNGLDEPTHRANGEFPROC) \
    F(PolygonMode, PFNGLPOLYGONMODEPROC) \
    F(TexBuffer, PFNGLTEXBUFFERPROC)

typedef void (*hone_gl_function)(void);

typedef struct hone_gl_functions {
#define HONE_GL_FIELD(name, type) type name;
    HONE_GL_FUNCTIONS(HONE_GL_FIELD)
    HONE_GL_EXTENSIONS(HONE_GL_FIELD)
#undef HONE_GL_FIELD
} hone_gl_functions;

extern hone_gl_functions hone_gl;

#define glActiveTexture                  hone_gl.ActiveTexture
#define glAttachShader                   hone_gl.AttachShader
#define glBeginTransformFeedback         hone_gl.BeginTransformFeedback
#define glBindBuffer                     hone_gl.BindBuffer
#define glBindBufferBase                 hone_gl.BindBufferBase
#define glBindBufferRange                hone_gl.BindBufferRange
#define glBindFramebuffer                hone_gl.BindFramebuffer
#define glBindRenderbuffer               hone_gl.BindRenderbuffer
#define glBindSampler                    hone_gl.BindSampler
#define glBindTexture                    hone_gl.BindTexture
#define glBindVertexArray                hone_gl.BindVertexArray
#define glBlendColor                     hone_gl.BlendColor
#define glBlendEquation                  hone_gl.BlendEquation
#define glBlendFunc                      hone_gl.BlendFunc
#define glBlendFuncSeparate              hone_gl.BlendFuncSeparate
#define glBlitFramebuffer                hone_gl.BlitFramebuffer
#define glBufferData                     hone_gl.BufferData
#define glBufferSubData                  hone_gl.BufferSubData
#define glCheckFramebufferStatus         hone_gl.CheckFramebufferStatus
#define glClearBufferfi                  hone_gl.ClearBufferfi
#define glClearBufferfv                  hone_gl.ClearBufferfv
#define glClearBufferuiv                 hone_gl.ClearBufferuiv
#define glColorMask                      hone_gl.ColorMask
#define glCompileShader                  hone_gl.CompileShader
#define glCreateProgram                  hone_gl.CreateProgram
#define glCreateShader                   hone_gl.CreateShader
#define glCullFace                       hone_gl.CullFace
#define glDeleteBuffers                  hone_gl.DeleteBuffers
#define glDeleteFramebuffers             hone_gl.DeleteFramebuffers
#define glDeleteProgram                  hone_gl.DeleteProgram
#define glDeleteRenderbuffers            hone_gl.DeleteRenderbuffers
#define glDeleteSamplers                 hone_gl.DeleteSamplers
#define glDeleteShader                   hone_gl.DeleteShader
#define glDeleteTextures                 hone_gl.DeleteTextures
#define glDeleteVertexArrays             hone_gl.DeleteVertexArrays
#define glDepthFunc                      hone_gl.DepthFunc
#define glDepthMask                      hone_gl.DepthMask
#define glDepthRange                     hone_gl.DepthRange
#define glDepthRangef                    hone_gl.DepthRangef
#define glDetachShader                   hone_gl.DetachShader
#define glDisable                        hone_gl.Disable
#define glDisableVertexAttribArray       hone_gl.DisableVertexAttribArray
#define glDrawArrays                     hone_gl.DrawArrays
#define glDrawArraysInstanced            hone_gl.DrawArraysInstanced
#define glDrawBuffers                    hone_gl.DrawBuffers
#define glDrawElementsInstanced          hone_gl.DrawElementsInstanced
#define glEnable                         hone_gl.Enable
#define glEnableVertexAttribArray        hone_gl.EnableVertexAttribArray
#define glEndTransformFeedback           hone_gl.EndTransformFeedback
#define glFlush                          hone_gl.Flush
#define glFramebufferRenderbuffer        hone_gl.FramebufferRenderbuffer
#define glFramebufferTexture2D           hone_gl.FramebufferTexture2D
#define glFrontFace                      hone_gl.FrontFace
#define glGenBuffers                     hone_gl.GenBuffers
#define glGenFramebuffers                hone_gl.GenFramebuffers
#define glGenRenderbuffers               hone_gl.GenRenderbuffers
#define glGenSamplers                    hone_gl.GenSamplers
#define glGenTextures                    hone_gl.GenTextures
#define glGenVertexArrays                hone_gl.GenVertexArrays
#define glGenerateMipmap                 hone_gl.GenerateMipmap
#define glGetError                       hone_gl.GetError
#define glGetFloatv                      hone_gl.GetFloatv
#define glGetIntegerv                    hone_gl.GetIntegerv
#define glGetProgramInfoLog              hone_gl.GetProgramInfoLog
#define glGetProgramiv                   hone_gl.GetProgramiv
#define glGetShaderInfoLog               hone_gl.GetShaderInfoLog
#define glGetShaderiv                    hone_gl.GetShaderiv
#define glGetString                      hone_gl.GetString
#define glGetStringi                     hone_gl.GetStringi
#define glGetUniformBlockIndex           hone_gl.GetUniformBlockIndex
#define glGetUniformLocation             hone_gl.GetUniformLocation
#define glLineWidth                      hone_gl.LineWidth
#define glLinkProgram                    hone_gl.LinkProgram
#define glPixelStorei                    hone_gl.PixelStorei
#define glPolygonMode                    hone_gl.PolygonMode
#define glPolygonOffset                  hone_gl.PolygonOffset
#define glReadBuffer                     hone_gl.ReadBuffer
#define glReadPixels                     hone_gl.ReadPixels
#define glRenderbufferStorageMultisample hone_gl.RenderbufferStorageMultisample
#define glSamplerParameterf              hone_gl.SamplerParameterf
#define glSamplerParameteri              hone_gl.SamplerParameteri
#define glShaderSource                   hone_gl.ShaderSource
#define glStencilFunc                    hone_gl.StencilFunc
#define glStencilMask                    hone_gl.StencilMask
#define glStencilOp                      hone_gl.StencilOp
#define glTexBuffer                      hone_gl.TexBuffer
#define glTexImage2D                     hone_gl.TexImage2D
#define glTexParameteri                  hone_gl.TexParameteri
#define glTransformFeedbackVaryings      hone_gl.TransformFeedbackVaryings
#define glUniform1f                      hone_gl.Uniform1f
#define glUniform1i                      hone_gl.Uniform1i
#define glUniform2f                      hone_gl.Uniform2f
#define glUniform2fv                     hone_gl.Uniform2fv
#define glUniform2i                      hone_gl.Uniform2i
#define glUniform3f                      hone_gl.Uniform3f
#define glUniform3fv                     hone_gl.Uniform3fv
#define glUniform4f                      hone_gl.Uniform4f
#define glUniform4fv                     hone_gl.Uniform4fv
#define glUniformBlockBinding            hone_gl.UniformBlockBinding
#define glUniformMatrix4fv               hone_gl.UniformMatrix4fv
#define glUseProgram                     hone_gl.UseProgram
#define glVertexAttrib1f                 hone_gl.VertexAttrib1f
#define glVertexAttrib2f                 hone_gl.VertexAttrib2f
#define glVertexAttrib3f                 hone_gl.VertexAttrib3f
#define glVertexAttrib4f                 hone_gl.VertexAttrib4f
#define glVertexAttribDivisor            hone_gl.VertexAttribDivisor
#define glVertexAttribIPointer           hone_gl.VertexAttribIPointer
#define glVertexAttribPointer            hone_gl.VertexAttribPointer
#define glViewport                       hone_gl.Viewport
/* clang-format on */

/* Returns a function that is not in the lists; NULL if the system lacks it. */
hone_gl_function hone_gl_find(const char *name);
#endif

/* Sets the error of a driver that does not give what it should: DEVICE with the text, or MEMORY if there is so little
 * memory that this is why. Returns false. */
HONE_PRINTF(2, 3)
bool hone_gl_fail(hone_error *error, const char *format, ...);

/* Finds the functions, at the first call. Must succeed before any of them is called; threads may call it at once.
 * Errors: DEVICE: the system has no OpenGL. */
bool hone_gl_load(hone_error *error);

/* About the context that is current. */
bool hone_gl_is_es(void);
int hone_gl_version(void); /* 33 for 3.3; 0: no context */
bool hone_gl_has(const char *extension);

#endif

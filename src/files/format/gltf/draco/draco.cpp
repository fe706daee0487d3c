// Calls Draco. Its functions may throw, for want of memory alone; nothing is thrown beyond this file.
#include "files/format/gltf/draco/draco.h"
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <memory>
#include <new>

namespace
{

constexpr uint16_t VERSION_2_0 = 2 << 8, VERSION_2_2 = 2 << 8 | 2;
constexpr int32_t ATTRIBUTES_MOST = 32;
constexpr uint64_t TRIANGLE_SIZE = 3 * sizeof(uint32_t);

// What a mesh claims to have, at the beginning of its connectivity.
struct claim {
    uint32_t vertices, triangles;
    uint8_t seams; // attributes that have triangles of their own
};

bool read_count(draco::DecoderBuffer &in, bool fixed, uint32_t &out)
{
    return fixed ? in.Decode(&out) : draco::DecodeVarint(&out, &in);
}

// `in` is a copy, so that the decoder reads the same again. The vertices are counted before seams divide them, so that
// they can become three times as many as the triangles.
bool read_claim(draco::DecoderBuffer in, uint16_t version, const draco::MeshSequentialDecoder &, claim &out)
{
    out.seams = 0;
    return read_count(in, version < VERSION_2_2, out.triangles) && read_count(in, version < VERSION_2_2, out.vertices);
}

bool read_claim(draco::DecoderBuffer in, uint16_t version, const draco::MeshEdgebreakerDecoder &, claim &out)
{
    const bool fixed = version < VERSION_2_0;
    return (version >= VERSION_2_2 || read_count(in, fixed, out.vertices)) && // of an older version: new vertices
           read_count(in, fixed, out.vertices) && read_count(in, fixed, out.triangles) && in.Decode(&out.seams);
}

// A decoder of Draco that asks before it decodes something large.
template <class decoder> class limited : public decoder
{
  public:
    explicit limited(uint64_t most) : left(most) {}

    uint64_t left;
    const char *wrong = "its compressed data is damaged";

  protected:
    // Takes count elements of `size` bytes from what is left.
    bool take(uint64_t count, uint64_t size)
    {
        if (count > left / size) {
            wrong = "its compressed data is too small for what it claims to be";
            return false;
        }
        left -= count * size;
        return true;
    }

    bool DecodeConnectivity() override
    {
        claim c;
        if (!read_claim(*this->buffer(), this->bitstream_version(), *this, c) ||
            !take(c.triangles, TRIANGLE_SIZE * (1u + c.seams)) || !take(c.vertices, sizeof(uint32_t)))
            return false;
        if (c.vertices > 3 * uint64_t{c.triangles}) // they are valid, but Draco takes it for damage
            wrong = "its compressed data has vertices without triangles, which Draco does not decode";
        return decoder::DecodeConnectivity();
    }

    // Draco 1.5.5 may take seconds for one damaged attribute of texture coordinates, so that their number is limited.
    bool DecodeAllAttributes() override
    {
        const draco::PointCloud &points = *this->point_cloud();
        if (points.num_attributes() > ATTRIBUTES_MOST) {
            wrong = "its compressed data has more attributes than hone reads";
            return false;
        }
        for (int32_t a = 0; a < points.num_attributes(); a++) {
            const draco::PointAttribute &attribute = *points.attribute(a);
            const int64_t size = draco::DataTypeLength(attribute.data_type()) * attribute.num_components();
            if (size <= 0 || !take(points.num_points(), static_cast<uint64_t>(size)))
                return false;
        }
        return decoder::DecodeAllAttributes();
    }
};

template <class decoder>
const char *decode(draco::DecoderBuffer &in, uint64_t most, draco::Mesh &mesh, hone_draco_mesh &out)
{
    limited<decoder> d(most);
    const draco::DecoderOptions options;
    if (!d.Decode(options, &in, &mesh).ok())
        return d.wrong;
    out.vertex_count = mesh.num_points();
    out.triangle_count = mesh.num_faces();
    out.size = most - d.left;
    return nullptr;
}

const char *decode_mesh(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh &out)
{
    draco::DecoderBuffer in, at_header;
    draco::DracoHeader header;
    in.Init(reinterpret_cast<const char *>(data), size);
    at_header = in;
    if (!draco::PointCloudDecoder::DecodeHeader(&at_header, &header).ok())
        return "its compressed data is not Draco";
    if (header.encoder_type != draco::TRIANGULAR_MESH)
        return "its compressed data has no triangles";
    std::unique_ptr<draco::Mesh> mesh(new draco::Mesh);
    const char *wrong = header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING
                            ? decode<draco::MeshSequentialDecoder>(in, most, *mesh, out)
                            : decode<draco::MeshEdgebreakerDecoder>(in, most, *mesh, out);
    out.mesh = wrong ? nullptr : mesh.release();
    return wrong;
}

const draco::Mesh &mesh_of(const hone_draco_mesh *mesh)
{
    return *static_cast<const draco::Mesh *>(mesh->mesh);
}

template <class number>
bool convert(const draco::PointAttribute &attribute, uint32_t vertices, uint32_t components, number *out)
{
    if (!attribute.is_mapping_identity() && attribute.indices_map_size() < vertices)
        return false;
    for (uint32_t v = 0; v < vertices; v++) {
        const draco::AttributeValueIndex at = attribute.mapped_index(draco::PointIndex(v));
        if (at.value() >= attribute.size() ||
            !attribute.ConvertValue(at, static_cast<int8_t>(components), out + size_t{v} * components))
            return false;
    }
    return true;
}

} // namespace

bool hone_draco_built_in(void)
{
    return true;
}

bool hone_draco_open(hone_error *)
{
    return true;
}

const char *hone_draco_decode(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh *out)
{
    *out = hone_draco_mesh();
#ifdef __cpp_exceptions
    try {
        return decode_mesh(data, size, most, *out);
    } catch (...) {
        return "its compressed data needs too much memory";
    }
#else // in a page, where a call ends for want of memory
    return decode_mesh(data, size, most, *out);
#endif
}

uint32_t hone_draco_components(const hone_draco_mesh *mesh, uint32_t id)
{
    const draco::PointAttribute *attribute = mesh_of(mesh).GetAttributeByUniqueId(id);
    return attribute && attribute->data_type() != draco::DT_BOOL ? attribute->num_components() : 0;
}

bool hone_draco_read_attribute(const hone_draco_mesh *mesh, const hone_draco_attribute *a, void *out)
{
    const draco::PointAttribute &attribute = *mesh_of(mesh).GetAttributeByUniqueId(a->id);
    const uint32_t count = mesh->vertex_count;
    switch (a->type) {
    case HONE_DRACO_INT8:
        return convert(attribute, count, a->components, static_cast<int8_t *>(out));
    case HONE_DRACO_UINT8:
        return convert(attribute, count, a->components, static_cast<uint8_t *>(out));
    case HONE_DRACO_INT16:
        return convert(attribute, count, a->components, static_cast<int16_t *>(out));
    case HONE_DRACO_UINT16:
        return convert(attribute, count, a->components, static_cast<uint16_t *>(out));
    case HONE_DRACO_UINT32:
        return convert(attribute, count, a->components, static_cast<uint32_t *>(out));
    default:
        return convert(attribute, count, a->components, static_cast<float *>(out));
    }
}

void hone_draco_read_triangles(const hone_draco_mesh *mesh, uint32_t *out)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (size_t corner = 0; corner < 3; corner++) *out++ = mesh_of(mesh).face(draco::FaceIndex(t))[corner].value();
}

void hone_draco_release(hone_draco_mesh *mesh)
{
    delete static_cast<draco::Mesh *>(mesh->mesh);
    mesh->mesh = nullptr;
}

#include "terrane/osm/decompress.h"

#if !defined(__EMSCRIPTEN__)

#include <algorithm>

#include <bzlib.h>
#include <zlib.h>

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t k_block_bytes = std::size_t{1} << 18;

Error damaged(const char* form, std::size_t at, const std::string& where) {
  return {ErrorCode::BadData, std::string(form) + " is damaged at byte " + std::to_string(at),
          where, std::string("a whole ") + form + " file was expected"};
}

Error cut_short(const char* form, std::size_t at, const std::string& where) {
  return {ErrorCode::Incomplete, std::string(form) + " is cut short at byte " + std::to_string(at),
          where, std::string("a whole ") + form + " file was expected"};
}

Error too_large(const std::string& where) {
  return {ErrorCode::OutOfRange, "file unpacks to too much", where,
          "at most " + std::to_string(k_decompressed_limit_bytes) + " bytes were expected"};
}

}  // namespace

base::Result<std::string> gunzip(const std::string& bytes, const std::string& where) {
  std::string unpacked;
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) {
    return Error{ErrorCode::Unavailable, "zlib did not start", where, "free memory was expected"};
  }
  struct End {
    z_stream& stream;
    ~End() { inflateEnd(&stream); }
  } end{stream};
  std::string block(k_block_bytes, '\0');
  std::size_t taken = 0;
  for (;;) {
    const std::size_t given = std::min(bytes.size() - taken, std::size_t{1} << 30);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    taken += given - stream.avail_in;
    unpacked.append(block, 0, block.size() - stream.avail_out);
    if (unpacked.size() > k_decompressed_limit_bytes) return too_large(where);
    if (status == Z_STREAM_END) {
      // A gzip file may hold several members one after another.
      const bool more =
          taken + 1 < bytes.size() && bytes[taken] == '\x1f' && bytes[taken + 1] == '\x8b';
      if (!more) return unpacked;
      inflateReset(&stream);
    } else if (status == Z_BUF_ERROR ||
               (status == Z_OK && taken == bytes.size() && stream.avail_out != 0)) {
      return cut_short("gzip", taken, where);
    } else if (status != Z_OK) {
      return damaged("gzip", taken, where);
    }
  }
}

base::Result<std::string> bunzip2(const std::string& bytes, const std::string& where) {
  std::string unpacked;
  std::string block(k_block_bytes, '\0');
  std::size_t taken = 0;
  do {  // a bzip2 file may hold several streams one after another
    bz_stream stream{};
    if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) {
      return Error{ErrorCode::Unavailable, "bzip2 did not start", where,
                   "free memory was expected"};
    }
    struct End {
      bz_stream& stream;
      ~End() { BZ2_bzDecompressEnd(&stream); }
    } end{stream};
    for (int status = BZ_OK; status != BZ_STREAM_END;) {
      const std::size_t given = std::min(bytes.size() - taken, std::size_t{1} << 30);
      stream.next_in = const_cast<char*>(bytes.data() + taken);
      stream.avail_in = static_cast<unsigned>(given);
      stream.next_out = block.data();
      stream.avail_out = static_cast<unsigned>(block.size());
      status = BZ2_bzDecompress(&stream);
      taken += given - stream.avail_in;
      unpacked.append(block, 0, block.size() - stream.avail_out);
      if (unpacked.size() > k_decompressed_limit_bytes) return too_large(where);
      if (status != BZ_OK && status != BZ_STREAM_END) return damaged("bzip2", taken, where);
      if (status == BZ_OK && taken == bytes.size() && stream.avail_out != 0) {
        return cut_short("bzip2", taken, where);
      }
    }
  } while (bytes.compare(taken, 3, "BZh") == 0);
  return unpacked;
}

}  // namespace terrane::osm

#endif

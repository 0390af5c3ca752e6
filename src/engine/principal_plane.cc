// A block Krylov method: with B a few directions, B, CB, CCB, ... span a space in which the largest
// eigenvectors of C, the covariance, are nearly contained; a small dense problem finds them there,
// and where they are not good enough yet, they are the next directions. C itself is never made:
// CB is X'(XB), and as wide as vectors may be, there are few columns.
#include "engine/principal_plane.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/random.h"
#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kBlock = 4;     // directions that are followed together
constexpr std::size_t kDepth = 16;    // blocks in a basis
constexpr std::size_t kRounds = 20;   // bases, at most
constexpr double kPrecision = 1e-11;  // of an axis, times the largest eigenvalue

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The vectors around their mean.
class Centred {
 public:
  Centred(std::span<const float> vectors, std::size_t width)
      : width_(width), rows_(vectors.size() / width), values_(vectors.begin(), vectors.end()) {
    Vector mean(width);
    for (std::size_t i = 0; i < values_.size(); ++i) mean[i % width] += values_[i];
    for (double& each : mean) each /= static_cast<double>(rows_);
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] -= mean[i % width];
  }

  std::size_t width() const { return width_; }
  std::size_t rows() const { return rows_; }
  // The sum of squares.
  double variance() const { return dot(values_, values_); }

  double project(std::size_t row, const Vector& direction) const {
    double sum = 0;
    for (std::size_t k = 0; k < width_; ++k) sum += values_[row * width_ + k] * direction[k];
    return sum;
  }

  // X'X times at most kBlock vectors.
  std::vector<Vector> multiply(std::span<const Vector> vectors) const {
    using Lane = std::array<double, kBlock>;
    std::vector<Lane> in(width_, Lane{});
    std::vector<Lane> out(width_, Lane{});
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      for (std::size_t k = 0; k < width_; ++k) in[k][j] = vectors[j][k];
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      const double* row = values_.data() + i * width_;
      Lane along{};
      for (std::size_t k = 0; k < width_; ++k) {
        for (std::size_t j = 0; j < kBlock; ++j) along[j] += row[k] * in[k][j];
      }
      for (std::size_t k = 0; k < width_; ++k) {
        for (std::size_t j = 0; j < kBlock; ++j) out[k][j] += row[k] * along[j];
      }
    }
    std::vector<Vector> products(vectors.size(), Vector(width_));
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      for (std::size_t k = 0; k < width_; ++k) products[j][k] = out[k][j];
    }
    return products;
  }

 private:
  std::size_t width_;
  std::size_t rows_;
  Vector values_;
};

// An orthonormal basis that grows, and its products with the covariance.
struct Basis {
  std::vector<Vector> vectors;
  std::vector<Vector> products;

  // What is new in the vector, as one more of the basis. False where that is nothing.
  bool add(Vector vector) {
    constexpr double kNothing = 1e-10;
    const double before = std::sqrt(dot(vector, vector));
    if (!(before > 0)) return false;
    for (int pass = 0; pass < 2; ++pass) {  // the second one takes away what rounding has left
      for (const Vector& other : vectors) {
        const double along = dot(vector, other);
        for (std::size_t k = 0; k < vector.size(); ++k) vector[k] -= along * other[k];
      }
    }
    const double length = std::sqrt(dot(vector, vector));
    if (length <= kNothing * before) return false;
    for (double& each : vector) each /= length;
    vectors.push_back(std::move(vector));
    return true;
  }
};

struct Eigen {
  double value;
  Vector vector;
};

// All eigenvectors of a small symmetric matrix, the largest value first, by Jacobi's rotations.
std::vector<Eigen> eigenvectors_of(std::vector<Vector> matrix) {
  const std::size_t size = matrix.size();
  std::vector<Vector> turned(size, Vector(size));  // rows are the eigenvectors
  for (std::size_t i = 0; i < size; ++i) turned[i][i] = 1;
  constexpr std::size_t kSweeps = 60;
  for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
    bool is_diagonal = true;
    for (std::size_t p = 0; p < size; ++p) {
      for (std::size_t q = p + 1; q < size; ++q) {
        const double off = matrix[p][q];
        constexpr double kTiny = 1e-17;
        if (std::abs(off) <= kTiny * std::sqrt(std::abs(matrix[p][p] * matrix[q][q]))) continue;
        is_diagonal = false;
        const double theta = (matrix[q][q] - matrix[p][p]) / (2 * off);
        const double t =
            std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1);
        const double s = t * c;
        for (std::size_t k = 0; k < size; ++k) {
          const double left = matrix[k][p];
          const double right = matrix[k][q];
          matrix[k][p] = c * left - s * right;
          matrix[k][q] = s * left + c * right;
        }
        for (std::size_t k = 0; k < size; ++k) {
          const double upper = matrix[p][k];
          const double lower = matrix[q][k];
          matrix[p][k] = c * upper - s * lower;
          matrix[q][k] = s * upper + c * lower;
          const double first = turned[p][k];
          const double second = turned[q][k];
          turned[p][k] = c * first - s * second;
          turned[q][k] = s * first + c * second;
        }
      }
    }
    if (is_diagonal) break;
  }
  std::vector<Eigen> found;
  for (std::size_t i = 0; i < size; ++i) found.push_back({matrix[i][i], std::move(turned[i])});
  std::ranges::stable_sort(found, std::ranges::greater(), &Eigen::value);
  return found;
}

// The sum of some vectors, each times a weight.
Vector mixed(const std::vector<Vector>& vectors, const Vector& weights, std::size_t width) {
  Vector sum(width);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) sum[k] += weights[i] * vectors[i][k];
  }
  return sum;
}

// The eigenvectors of X'X with the largest values, at most two.
std::vector<Eigen> largest_eigenvectors(const Centred& data) {
  const std::size_t width = data.width();
  Random random(0);
  std::vector<Vector> start(std::min(kBlock, width), Vector(width));
  for (Vector& vector : start) {
    for (double& each : vector) each = random.uniform() - 0.5;
  }
  std::vector<Eigen> best;
  for (std::size_t round = 0; round < kRounds; ++round) {
    Basis basis;
    for (Vector& vector : start) basis.add(std::move(vector));
    std::size_t first = 0;  // of the newest block
    for (std::size_t depth = 0; depth < kDepth && first < basis.vectors.size(); ++depth) {
      stop_if_asked();
      const std::size_t end = basis.vectors.size();
      std::vector<Vector> products =
          data.multiply(std::span(basis.vectors).subspan(first, end - first));
      first = end;
      for (Vector& product : products) {
        if (depth + 1 < kDepth) basis.add(product);
        basis.products.push_back(std::move(product));
      }
    }
    const std::size_t size = basis.vectors.size();
    std::vector<Vector> small(size, Vector(size));
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        small[i][j] = small[j][i] = dot(basis.vectors[i], basis.products[j]);
      }
    }
    const std::vector<Eigen> inside = eigenvectors_of(std::move(small));
    best.clear();
    bool is_precise = true;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, size); ++i) {
      best.push_back({inside[i].value, mixed(basis.vectors, inside[i].vector, width)});
      Vector rest = mixed(basis.products, inside[i].vector, width);
      for (std::size_t k = 0; k < width; ++k) rest[k] -= best[i].value * best[i].vector[k];
      is_precise = is_precise && std::sqrt(dot(rest, rest)) <= kPrecision * inside[0].value;
    }
    if (is_precise || size == width) break;
    start.clear();
    for (std::size_t i = 0; i < std::min(kBlock, size); ++i) {
      start.push_back(mixed(basis.vectors, inside[i].vector, width));
    }
  }
  return best;
}

void fix_sign(Vector& axis) {
  const auto largest =
      std::ranges::max_element(axis, [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (*largest >= 0) return;
  for (double& each : axis) each = -each;
}

}  // namespace

PrincipalPlane principal_plane(std::span<const float> vectors, std::size_t width) {
  PrincipalPlane plane;
  if (vectors.empty()) return plane;
  const Centred data(vectors, width);
  plane.points.resize(data.rows());
  const double variance = data.variance();
  if (!(variance > 0)) return plane;
  std::vector<Eigen> axes = largest_eigenvectors(data);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    fix_sign(axes[i].vector);
    plane.explained[i] = std::clamp(axes[i].value / variance, 0.0, 1.0);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      plane.points[row][i] = data.project(row, axes[i].vector);
    }
  }
  return plane;
}

}  // namespace gntp

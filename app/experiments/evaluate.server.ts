import type { GrowthBookClient, StickyAssignmentsDocument, UserContext } from "@growthbook/growthbook";
import { featureNames, type FeatureName } from "~/config/features-variable";
import type { Attributes } from "./attributes";
import type { Visitor } from "./visitor-cookie";

/** A visitor was put into an experiment: what analytics hears as `assign_experiment`. */
export interface ExperimentAssignment {
  experiment: string;
  variation: string;
}

export interface ExperimentVisit {
  attributes: Attributes;
  /** Undefined without consent: then every experiment gives its control. */
  visitor: Visitor | undefined;
}

export interface EvaluatedFeatures {
  /** The client's value of each feature that it knows, whatever it is. */
  values: ReadonlyMap<FeatureName, unknown>;
  /** All that the visitor is assigned to now, under sticky keys. */
  assigned: Visitor["assigned"];
  /** The features' part of the `visitor` cookie: see `Visitor`. */
  kept: Visitor["values"];
  /** The part of `assigned` that is new. */
  assignments: readonly ExperimentAssignment[];
}

/** Has GrowthBook's SDK say what every feature is for a visit. @param fail is told what could not be evaluated */
export function evaluate(
  client: GrowthBookClient<Record<string, unknown>>,
  { attributes, visitor }: ExperimentVisit,
  fail: (name: FeatureName, error: unknown) => void,
): EvaluatedFeatures {
  const before = visitor?.assigned ?? {};
  let assigned = before;
  const assignments: ExperimentAssignment[] = [];
  const known = visitor ? { ...attributes, id: visitor.id } : attributes;
  const user: UserContext = {
    attributes: known,
    // Also those experiments that go by something else than an id.
    enabled: visitor !== undefined,
    trackedExperiments: new Set(),
    stickyBucketAssignmentDocs: documentsFor(known, before),
    saveStickyBucketAssignmentDoc: (document) => {
      assigned = { ...assigned, ...document.assignments };
      return Promise.resolve(undefined);
    },
    trackingCallback: (experiment, { key, variationId, stickyBucketUsed }) => {
      const sticky = `${experiment.key}__${experiment.bucketVersion ?? 0}`;
      if (stickyBucketUsed || before[sticky] !== undefined) return;
      // One that the service has evaluated is kept here too.
      assigned = { [sticky]: variationId.toString(), ...assigned };
      assignments.push({ experiment: experiment.key, variation: key });
    },
  };
  const values = new Map<FeatureName, unknown>();
  for (const name of featureNames)
    try {
      const { value } = client.evalFeature(name, user);
      if (value !== null) values.set(name, value);
    } catch (error) {
      fail(name, error);
    }
  return { values, assigned, kept: {}, assignments: visitor ? assignments : [] };
}

/** A kept assignment counts for every attribute that an experiment may go by. */
function documentsFor(attributes: object, assignments: Visitor["assigned"]) {
  const documents: Record<string, StickyAssignmentsDocument> = {};
  for (const [attributeName, value] of Object.entries(attributes)) {
    const attributeValue = typeof value === "string" ? value : JSON.stringify(value ?? "");
    documents[`${attributeName}||${attributeValue}`] = { attributeName, attributeValue, assignments };
  }
  return documents;
}
